#include "sinew/io/internal/text/xml.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "sinew/io/internal/text/attributes.hpp"

namespace sinew::xml::xml_test {

std::string errors_in(std::string_view text) {
  Findings findings;
  const auto document = Document::parse(text, "file.xml", findings);
  EXPECT_EQ(document == nullptr, findings.has_errors());
  return findings.to_string();
}

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text;
}

class XmlFiles : public testing::Test {
 protected:
  XmlFiles() { std::filesystem::create_directories(folder_); }
  ~XmlFiles() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string error_of(const std::filesystem::path& file) {
    Findings findings;
    EXPECT_EQ(Document::read(file, findings), nullptr);
    EXPECT_EQ(findings.list.size(), 1u);
    EXPECT_EQ(findings.list.front().source.file, file.string());
    return findings.list.front().message;
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("sinew_xml_test_" + std::to_string(::getpid()));
};

TEST(Xml, ElementsHaveTheirLinesAndValues) {
  Findings findings;
  const auto document = Document::parse(
      "\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a\ncomment -->\n<!DOCTYPE a>\n<a b='&lt;1&#x41;'>\n\n  text "
      "<![CDATA[<x>]]>"
      "<c/>\n<d\n e='2'\n/></a>\n",
      "file.xml", findings);
  ASSERT_NE(document, nullptr) << findings.to_string();
  const Element root = document->root();
  EXPECT_EQ(root.name(), "a");
  EXPECT_EQ(root.line(), 5);
  EXPECT_STREQ(root.attribute("b"), "<1A");
  EXPECT_EQ(root.attribute("c"), nullptr);
  std::string names;
  for (const Element child : root.children())
    names += std::string(child.name()) + std::to_string(child.line());
  EXPECT_EQ(names, "c7d8");
  EXPECT_FALSE(root.child("nothing"));
}

TEST(Xml, AThousandNestedElementsAreAccepted) {
  EXPECT_EQ(errors_in(nested(1000)), "");
  EXPECT_EQ(errors_in(nested(max_depth)), "");
}

TEST(Xml, DeeperNestingIsRefusedByTheStatedLimit) {
  for (const int depth : {max_depth + 1, 10'000, 1'000'000}) {
    EXPECT_EQ(errors_in(nested(depth)), "file.xml:1: error: elements nested deeper than 2000\n");
  }
}

TEST(Xml, AMillionTagsThatNeverCloseAreRefusedByTheSameLimit) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "<a>\n";
  EXPECT_EQ(errors_in(text), "file.xml:2001: error: elements nested deeper than 2000\n");
}

TEST(Xml, TooManyElementsOrAttributesAreRefused) {
  std::string elements = "<a>";
  for (std::size_t i = 0; i < least_max_elements; ++i) elements += "<b/>";
  EXPECT_EQ(errors_in(elements + "</a>"), "file.xml:1: error: more than 1000000 elements\n");
  std::string attributes = "<a";
  for (int i = 0; i <= max_attributes; ++i) attributes += " b" + std::to_string(i) + "=''";
  EXPECT_EQ(errors_in(attributes + "/>"), "file.xml:1: error: <a> has more than 256 attributes\n");
}

TEST(Xml, LargeFilesMayHaveMoreElements) {
  std::string elements = "<a>";
  for (std::size_t i = 0; i < least_max_elements; ++i) elements += "<b name='joint' />\n";
  EXPECT_EQ(errors_in(elements + "</a>"), "");
}

TEST(Xml, TextAboveTheSizeLimitIsRefusedUnread) {
  EXPECT_EQ(errors_in(std::string(max_bytes + 1, ' ')),
            "file.xml: error: larger than the 64 MiB that are accepted\n");
}

TEST(Xml, TenMegabytesOfJunkAreRefusedFast) {
  constexpr std::size_t size = 10'000'000;
  std::string junk;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < size; ++i) junk += char((state = state * 1664525u + 1013904223u) >> 24);
  std::string printable = "<robot>";
  for (const char c : junk) printable += char(' ' + (c & 0x3F));
  const auto start = std::chrono::steady_clock::now();
  for (const auto& text :
       {junk, printable, std::string(size, '<'), std::string(size, '&'), std::string(size, 'a'),
        "<a " + std::string(size, 'b'), "<a b='" + std::string(size, '&'), std::string(size, '\n')}) {
    EXPECT_NE(errors_in(text), "");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(XmlFiles, ThatCannotBeReadGiveTheReason) {
  EXPECT_EQ(error_of(folder_ / "absent.urdf"), "no such file");
  EXPECT_EQ(error_of(folder_), "is a folder; expected a file");
  EXPECT_EQ(error_of(write("empty.urdf", "")), "the file is empty");
  EXPECT_EQ(error_of(""), "the name of the file is empty");
  EXPECT_EQ(error_of(write("pointer.urdf", "version https://git-lfs.github.com/spec/v1\nsize 12\n")),
            "it is a pointer of Git LFS, not the file itself; 'git lfs pull' downloads the file");
  EXPECT_EQ(error_of("/dev/zero"), "larger than the 64 MiB that are accepted");
  const auto locked = write("locked.urdf", "<robot/>");
  ::chmod(locked.c_str(), 0);
  if (::access(locked.c_str(), R_OK) != 0) {  // root may read everything
    EXPECT_EQ(error_of(locked), "cannot be read: Permission denied");
  }
}

TEST(Xml, NumbersAreReadBetweenBlanksOfAnyKind) {
  const auto [values, problem] = parse_numbers("  +1.5\t-2e-3\n\r .5 5. 1E3 -0 ");
  EXPECT_EQ(problem, "");
  EXPECT_EQ(values, (std::vector<double>{1.5, -2e-3, 0.5, 5, 1000, 0}));
  EXPECT_TRUE(std::signbit(values.back()));
}

TEST(Xml, NumbersKeepEveryBit) {
  EXPECT_EQ(parse_numbers("1.57079632679489661923").values.front(), 0x1.921fb54442d18p+0);
  EXPECT_EQ(parse_numbers("4.9406564584124654e-324").values.front(), 0x1p-1074);
  EXPECT_EQ(parse_numbers("1.7976931348623157e308").values.front(), 0x1.fffffffffffffp+1023);
}

TEST(Xml, MalformedNumbersAreRefused) {
  for (const char* text :
       {"1,5", "0x10", "1e999", "-1e999", "nan", "-nan", "nan(1)", "inf", "1.2.3",     "1e",       "--1",
        "+-1", "++1",  "1d3",   "1f",     "e5",  ".",    "-",      "+",   "1\xC2\xA0", "1 2 three"}) {
    EXPECT_NE(parse_numbers(text).problem, "") << text;
  }
  EXPECT_EQ(parse_numbers("inf -inf +inf", Infinite::accepted).values.size(), 3u);
  EXPECT_NE(parse_numbers("nan", Infinite::accepted).problem, "");
}

TEST(Xml, UnreadElementsAreReportedOncePerKindWithTheirLine) {
  Findings findings;
  const auto document =
      Document::parse("<a x='1' xmlns:n='n'>\n<b y='1'/>\n<c/>\n<c/>\n<b y='2'/></a>", "file.xml", findings);
  ASSERT_NE(document, nullptr);
  Ignored ignored;
  ignored.children_except(document->root(), {"b"});
  for (const Element child : document->root().children()) ignored.attributes_except(child, {});
  ignored.attributes_except(document->root(), {});
  ignored.report(findings);
  EXPECT_EQ(findings.to_string(),
            "file.xml:1: warning: attribute 'x' of <a> is unknown and ignored\n"
            "file.xml:2: warning: attribute 'y' of <b> is unknown and ignored (and 1 more)\n"
            "file.xml:3: warning: <c> in <a> is unknown and ignored (and 1 more)\n");
}

TEST(Xml, QuotedTextStaysOnOneLineAndIsCutBetweenCharacters) {
  EXPECT_EQ(in_quotes("a\nb"), "'a b'");
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "\xC3\xA9";
  EXPECT_EQ(in_quotes("x" + accents), "'x" + accents.substr(0, 118) + "...'");
}

}  // namespace sinew::xml::xml_test
