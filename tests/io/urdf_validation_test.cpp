// Invalid URDF files, each with the exact findings: error, location, and what was expected.
#include <gtest/gtest.h>

#include <span>

#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_validation_test {

struct BadFile {
  const char* name;
  std::string text;
  const char* errors;  // one per line, each after "bad.urdf:"
};

void expect_refused(std::span<const BadFile> files) {
  for (const auto& [name, text, errors] : files) {
    std::string expected;
    for (std::string_view rest = errors; !rest.empty();) {
      const auto end = std::min(rest.find('\n'), rest.size());
      expected += "bad.urdf:" + std::string(rest.substr(0, end)) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const ReadResult result = read_urdf_text(text, "bad.urdf");
    EXPECT_TRUE(result.findings.has_errors()) << name;
    EXPECT_EQ(errors_of(result.findings), expected) << name;
  }
}

TEST(InvalidUrdf, TextThatIsNotXmlIsRefusedWithItsLine) {
  const BadFile files[] = {
      {"empty text", "", "1: error: contains no XML element"},
      {"only blanks", " \n\t\n", "1: error: contains no XML element"},
      {"plain text", "hello", "1: error: text outside of the root element; expected '<'"},
      {"a binary file",
       std::string("\x7f"
                   "ELF\0\0\x01",
                   7),
       "1: error: byte 0 is not text; expected XML in UTF-8"},
      {"UTF-16", std::string("<\0r\0", 4), "1: error: byte 0 is not text; expected XML in UTF-8"},
      {"unclosed tags", "<robot name='r'>\n<naughty_tag><naughty_tag></robot>",
       "2: error: </robot> does not close <naughty_tag> of line 2"},
      {"tag that never ends", "<robot name='r'>\n<link name='a'",
       "2: error: tag <link> is malformed or never ends"},
      {"root never closed", "<robot name='r'>\n<link name='a'/>\n", "1: error: <robot> is never closed"},
      {"two root elements", "<robot name='r'/>\n<robot name='s'/>",
       "2: error: <robot> is a second root element"},
      {"text after the root", robot(solid("a")) + "and more",
       "5: error: text outside of the root element; expected '<'"},
      {"quote never closed", robot("<link name='a/>\n<link name=\"b\"/>"),
       "2: error: attribute 'name' of <link>: the quote is never closed"},
      {"value without quotes", robot("<link name=a/>"),
       "2: error: attribute 'name' of <link> has no quoted value"},
      {"attribute twice", robot("<link name='a' name='b'/>"),
       "2: error: attribute 'name' of <link> is written twice"},
      {"closing nothing", "</robot>", "1: error: </robot> has no opening tag"},
      {"bare ampersand", robot("<link name='a&b'/>"),
       "2: error: '&' does not start an entity; in text, write &amp;"},
      {"unknown entity", robot("<link name='&a;'/>"), "2: error: entity 'a' is not declared"},
      {"entity bomb", "<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\n<robot name='&b;'/>",
       "1: error: document type with declarations (entities) is not accepted"},
      {"character that does not exist", robot("<link name='&#x8888888888;'/>"),
       "2: error: &#x8888888888; is not a valid character"},
      {"character zero", robot("<link name='a&#0;'/>"), "2: error: &#0; is not a valid character"},
      {"surrogate character", robot("<link name='&#xD800;'/>"),
       "2: error: &#xD800; is not a valid character"},
      {"not UTF-8", robot("<link name='\xE9t\xE9'/>"), "2: error: name or value is not in UTF-8"},
      {"comment never closed", "<robot name='r'>\n<!-- no end\n</robot>",
       "2: error: comment is never closed"},
      {"stray less", robot("1 < 2"), "2: error: '<' does not start a tag; in text, write &lt;"},
      {"wrong root", "<sdf version='1.6'/>", "1: error: the root element is <sdf>; expected <robot>"},
  };
  expect_refused(files);
}

TEST(InvalidUrdf, MalformedNumbersAreRefusedWithTheExpectedFormat) {
  const BadFile files[] = {
      {"comma for a point",
       pair("revolute", "<origin xyz='1,5 0 0'/><limit effort='1' velocity='1' lower='0' upper='1'/>"),
       "3: error: joint 'j': xyz of <origin>: expected a number, got '1,5' (use a decimal point; separate "
       "numbers by spaces)"},
      {"hexadecimal number", pair("fixed", "<origin xyz='0x10 0 0'/>"),
       "3: error: joint 'j': xyz of <origin>: expected a number, got '0x10'"},
      {"overflowing number", pair("fixed", "<origin xyz='1e999 0 0'/>"),
       "3: error: joint 'j': xyz of <origin>: number out of range: '1e999'"},
      {"underflowing number", pair("fixed", "<origin xyz='1e-999 0 0'/>"),
       "3: error: joint 'j': xyz of <origin>: number out of range: '1e-999'"},
      {"not a number", pair("fixed", "<origin xyz='nan 0 0'/>"),
       "3: error: joint 'j': xyz of <origin>: expected a number, got 'nan'"},
      {"infinity outside of limits", pair("fixed", "<origin xyz='inf 0 0'/>"),
       "3: error: joint 'j': xyz of <origin>: expected a finite number, got 'inf'"},
      {"two numbers for three", pair("fixed", "<origin xyz='1 2'/>"),
       "3: error: joint 'j': xyz of <origin>: expected 3 numbers, got 2: '1 2'"},
      {"four numbers for three", pair("fixed", "<origin rpy='1 2 3 4'/>"),
       "3: error: joint 'j': rpy of <origin>: expected 3 numbers, got 4: '1 2 3 4'"},
      {"no number at all", pair("fixed", "<origin rpy=''/>"),
       "3: error: joint 'j': rpy of <origin>: expected 3 numbers, got 0: ''"},
      {"word for a number", pair("continuous", "<dynamics damping='some'/>"),
       "3: error: joint 'j': damping of <dynamics>: expected a number, got 'some'"},
      {"empty number", pair("continuous", "<dynamics damping=''/>"),
       "3: error: joint 'j': damping of <dynamics>: expected a number, got ''"},
      {"two numbers for one", pair("continuous", "<dynamics damping='1 2'/>"),
       "3: error: joint 'j': damping of <dynamics>: expected 1 number, got 2: '1 2'"},
      {"two signs", pair("continuous", "<dynamics damping='+-1'/>"),
       "3: error: joint 'j': damping of <dynamics>: expected a number, got '+-1'"},
      {"unexpanded xacro expression", pair("continuous", "<dynamics damping='${damping}'/>"),
       "3: error: joint 'j': damping of <dynamics>: expected a number, got '${damping}'"},
      {"na n limit", pair("revolute", "<limit lower='nan' upper='1' effort='1' velocity='1'/>"),
       "3: error: joint 'j': lower of <limit>: expected a number, got 'nan'"},
      {"color of three numbers", robot("<material name='m'><color rgba='1 0 0'/></material>\n" + solid("a")),
       "2: error: material 'm': rgba of <color>: expected 4 numbers, got 3: '1 0 0'"},
  };
  expect_refused(files);
}

TEST(InvalidUrdf, LinksThatAreNotOneTreeAreRefusedByName) {
  const BadFile files[] = {
      {"no links", robot(""), "1: error: <robot> has no links"},
      {"no links but a joint", robot(joint("j", "fixed", "a", "b")),
       "2: error: joint 'j': parent link 'a' is not declared (its child is 'b')\n"
       "2: error: joint 'j': child link 'b' is not declared (its parent is 'a')"},
      {"link without name", robot("<link name='a'/>\n<link nmae='foo'/>"),
       "3: error: <robot>: <link> has no attribute 'name'"},
      {"joint without name",
       robot(solid("a") + solid("b") + "<joint type='fixed'><parent link='a'/><child link='b'/></joint>"),
       "4: error: <robot>: <joint> has no attribute 'name'"},
      {"empty link name", robot("<link name=''/>\n" + solid("a")), "2: error: link '': the name is empty"},
      {"empty joint name", robot(solid("a") + solid("b") + joint("", "fixed", "a", "b")),
       "4: error: joint '': the name is empty"},
      {"two roots", robot(solid("a") + solid("b")),
       "3: error: 2 root links: 'a', 'b'; expected exactly one link that is not the child of a joint"},
      {"twelve roots",
       robot(solid("a") + solid("b") + solid("c") + solid("d") + solid("e") + solid("f") + solid("g") +
             solid("h") + solid("i") + solid("j") + solid("k") + solid("l")),
       "3: error: 12 root links: 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', ...; expected exactly one "
       "link that is not the child of a joint"},
      {"unknown parent",
       robot(solid("a") + solid("b") + joint("j", "fixed", "a", "b") + solid("c") +
             joint("k", "fixed", "d", "c")),
       "6: error: joint 'k': parent link 'd' is not declared (its child is 'c')"},
      {"misspelt parent",
       robot(solid("upper_arm") + solid("hand") + joint("wrist", "fixed", "uper_arm", "hand")),
       "4: error: joint 'wrist': parent link 'uper_arm' is not declared: did you mean 'upper_arm'? (its "
       "child is "
       "'hand')"},
      {"unknown child", robot(solid("a") + joint("j", "fixed", "a", "b")),
       "3: error: joint 'j': child link 'b' is not declared (its parent is 'a')"},
      {"joint without parent",
       robot(solid("a") + solid("b") + "<joint name='j' type='fixed'><child link='b'/></joint>"),
       "4: error: joint 'j': has no <parent>"},
      {"joint without child", robot(solid("a") + "<joint name='j' type='fixed'><parent link='a'/></joint>"),
       "3: error: joint 'j': has no <child>"},
      {"parent without link",
       robot(solid("a") + solid("b") +
             "<joint name='j' type='fixed'><parent name='a'/><child link='b'/></joint>"),
       "4: error: joint 'j': <parent> has no attribute 'link'"},
      {"own parent",
       robot(solid("a") + solid("gripper_frame") + joint("j", "fixed", "gripper_frame", "gripper_frame")),
       "4: error: joint 'j': closes a cycle: link 'gripper_frame' is its own parent"},
      {"cycle of three",
       robot(solid("a") + solid("b") + solid("c") + joint("ab", "fixed", "a", "b") +
             joint("bc", "fixed", "b", "c") + joint("ca", "fixed", "c", "a")),
       "7: error: joint 'ca': closes a cycle: 'a' -> 'b' -> 'c' -> 'a'"},
      {"cycle beside a tree",
       robot(solid("base") + solid("a") + solid("b") + joint("ab", "fixed", "a", "b") +
             joint("ba", "fixed", "b", "a")),
       "6: error: joint 'ba': closes a cycle: 'a' -> 'b' -> 'a'"},
      {"diamond",
       robot(solid("a") + solid("b") + solid("c") + solid("d") + joint("ab", "fixed", "a", "b") +
             joint("ac", "fixed", "a", "c") + joint("bd", "fixed", "b", "d") +
             joint("cd", "fixed", "c", "d")),
       "9: error: joint 'cd': link 'd' has two parents: 'b' by joint 'bd' and 'c' by this one"},
      {"two links of one name", robot(solid("a") + solid("a")),
       "3: error: link 'a': a link of this name is already defined in line 2"},
      {"two joints of one name",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "fixed", "a", "b") +
             joint("j", "fixed", "b", "c")),
       "6: error: joint 'j': a joint of this name is already defined in line 5"},
  };
  expect_refused(files);
}

TEST(InvalidUrdf, WrongJointsAreRefusedByName) {
  const BadFile files[] = {
      {"unknown type", pair("rotary"),
       "3: error: joint 'j': type 'rotary' is unknown; expected one of fixed, revolute, continuous, "
       "prismatic, planar, floating"},
      {"no type",
       robot(solid("a") + solid("b") + "<joint name='j'><parent link='a'/><child link='b'/></joint>"),
       "4: error: joint 'j': <joint> has no attribute 'type'"},
      {"zero axis", pair("continuous", "<axis xyz='0 0 0'/>"),
       "3: error: joint 'j': axis '0 0 0' has no direction; expected a vector of length 1"},
      {"tiny axis", pair("continuous", "<axis xyz='0 0 1e-16'/>"),
       "3: error: joint 'j': axis '0 0 1e-16' has no direction; expected a vector of length 1"},
      {"axis without numbers", pair("continuous", "<axis/>"),
       "3: error: joint 'j': <axis> has no attribute 'xyz'"},
      {"reversed limits", pair("revolute", "<limit lower='1' upper='-1' effort='1' velocity='1'/>"),
       "3: error: joint 'j': limits are reversed: lower 1, upper -1"},
      {"upper below the lower not written", pair("prismatic", "<limit upper='-1' effort='1' velocity='1'/>"),
       "3: error: joint 'j': limits are reversed: lower 0, upper -1"},
      {"lower limit of plus infinity",
       pair("revolute", "<limit lower='inf' upper='inf' effort='1' velocity='1'/>"),
       "3: error: joint 'j': limits are reversed: lower inf, upper inf"},
      {"negative damping", pair("continuous", "<dynamics damping='-1'/>"),
       "3: error: joint 'j': damping of <dynamics> is negative: -1"},
      {"negative friction", pair("continuous", "<dynamics friction='-1'/>"),
       "3: error: joint 'j': friction of <dynamics> is negative: -1"},
      {"axis twice", pair("continuous", "<axis xyz='1 0 0'/><axis xyz='0 1 0'/>"),
       "3: error: joint 'j': <axis> is written twice in <joint>"},
      {"mimic without joint", pair("continuous", "<mimic multiplier='2'/>"),
       "3: error: joint 'j': <mimic> has no attribute 'joint'"},
      {"mimic of a fixed joint",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "fixed", "a", "b") +
             joint("k", "continuous", "b", "c", "<mimic joint='j'/>")),
       "6: error: joint 'k': mimic: joint 'j' is fixed and cannot be followed"},
      {"mimic of a planar joint",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "planar", "a", "b") +
             joint("k", "continuous", "b", "c", "<mimic joint='j'/>")),
       "6: error: joint 'k': mimic: joint 'j' is planar and cannot be followed"},
      {"mimic of a floating joint",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "floating", "a", "b") +
             joint("k", "continuous", "b", "c", "<mimic joint='j'/>")),
       "6: error: joint 'k': mimic: joint 'j' is floating and cannot be followed"},
      {"floating joint that mimics",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "continuous", "a", "b") +
             joint("k", "floating", "b", "c", "<mimic joint='j'/>")),
       "6: error: joint 'k': mimic: a floating joint cannot follow 'j'"},
      {"mimic of itself", pair("continuous", "<mimic joint='j'/>"),
       "3: error: joint 'j': mimic: following 'j' closes a cycle"},
      {"mimic cycle",
       robot(solid("a") + solid("b") + solid("c") + joint("j", "continuous", "a", "b", "<mimic joint='k'/>") +
             joint("k", "continuous", "b", "c", "<mimic joint='j'/>")),
       "6: error: joint 'k': mimic: following 'j' closes a cycle"},
  };
  expect_refused(files);
}

TEST(InvalidUrdf, WrongLinksAreRefusedByName) {
  const BadFile files[] = {
      {"inertial without mass",
       robot("<link name='a'><inertial><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"),
       "2: error: link 'a': <inertial> has no <mass>"},
      {"inertial without inertia", robot("<link name='a'><inertial><mass value='1'/></inertial></link>"),
       "2: error: link 'a': <inertial> has no <inertia>"},
      {"mass without value",
       robot("<link name='a'><inertial><mass/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"),
       "2: error: link 'a': <mass> has no attribute 'value'"},
      {"inertia without izz",
       robot("<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1'/></inertial></link>"),
       "2: error: link 'a': <inertia> has no attribute 'izz'"},
      {"two inertials",
       robot("<link name='a'>\n<inertial><mass value='1'/><inertia ixx='1' iyy='1' "
             "izz='1'/></inertial>\n<inertial/></link>"),
       "4: error: link 'a': <inertial> is written twice in <link>"},
      {"box of two numbers",
       robot("<link name='a'><visual><geometry><box size='1 2'/></geometry></visual></link>"),
       "2: error: link 'a': size of <box>: expected 3 numbers, got 2: '1 2'"},
      {"cylinder without length",
       robot("<link name='a'><collision><geometry><cylinder radius='1'/></geometry></collision></link>"),
       "2: error: link 'a': <cylinder> has no attribute 'length'"},
      {"mesh without file", robot("<link name='a'><visual><geometry><mesh/></geometry></visual></link>"),
       "2: error: link 'a': <mesh> has no attribute 'filename'"},
      {"xacro left over", robot(solid("a") + "<xacro:arm name='left'/>"),
       "3: error: <xacro:arm> is not URDF; expected a file that xacro has expanded"},
  };
  expect_refused(files);
}

TEST(InvalidUrdf, AllFaultsAreReportedAtOnce) {
  const BadFile files[] = {
      {"everything at once",
       robot(
           solid("a") + joint("j", "rotary", "a", "b", "<origin xyz='1'/><limit lower='2' upper='x'/>") +
           "<link name='b'><inertial><mass value='-1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"),
       "3: error: joint 'j': type 'rotary' is unknown; expected one of fixed, revolute, continuous, "
       "prismatic, planar, floating\n"
       "3: error: joint 'j': xyz of <origin>: expected 3 numbers, got 1: '1'"},
  };
  expect_refused(files);
}

}  // namespace sinew::test::urdf_validation_test
