// Exported pages contain all data in one file, readable to the last bit, and no name breaks the page.
#include "apps/viewer/server/export.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "sinew/io/files/output_file.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/messages.hpp"
#include "tests/viewer/made_results.hpp"

namespace sinew::test::export_test {

namespace fs = std::filesystem;
using viewer::Bundle, viewer::Exported, viewer::ExportOptions, viewer::Page;

// As built by Vite, with a script that contains text that could end a script too early.
constexpr Bundle bundle{
    .html =
        "<!doctype html>\n<html lang=\"en\">\n  <head>\n    <meta charset=\"utf-8\" />\n    "
        "<title>sinew</title>\n"
        "    <script type=\"module\" crossorigin src=\"/page.js\"></script>\n"
        "    <link rel=\"stylesheet\" crossorigin href=\"/page.css\">\n  </head>\n  <body>\n    <div "
        "id=\"page\"></div>\n  </body>\n</html>\n",
    .script = "const a=\"</script><SCRIPT>\",b='<!-- </SCRIPT',c=1<2;",
    .style = "a::after{content:\"</style>\"}"};

std::string exported_text(const Page& page, Exported& exported, const ExportOptions& options = {}) {
  return viewer::page_as_one_file(page, bundle, options, exported);
}
std::string exported_text(const Page& page) {
  Exported exported;
  return exported_text(page, exported);
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
  return times;
}

// The text of the element with this id, up to the next end of a script, as a browser finds it.
std::string element(const std::string& html, const std::string& id) {
  const std::size_t at = html.find("id=\"" + id + "\">");
  if (at == std::string::npos) return "no element " + id;
  const std::size_t begin = html.find('>', at) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned value = 0, bits = 0;
  for (const char c : base64) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    value = (value << 6 | unsigned(digit)) & 0xffffff;
    if ((bits += 6) >= 8) bytes += char(value >> (bits -= 8) & 0xff);
  }
  return bytes;
}

std::vector<double> numbers(const std::string& html, const std::string& id) {
  const std::string bytes = decoded(element(html, id));
  std::vector<double> values(bytes.size() / sizeof(double));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

struct Stage {
  TemporaryFolder folder;
  std::string robot = folder / "hinge.urdf", result = folder / "run.h5", page = folder / "page.html";

  Stage() {
    write(folder / "leg.stl", std::string("\0\1\2\xff solid", 10));
    write(robot, hinge_urdf(mesh_shape("leg.stl") + mesh_shape("gone.stl")));
    simulate(robot, result, 1);
  }
};

TEST(Export, ContainsDocumentNumbersAndMeshesToTheLastBit) {
  const Stage stage;
  const Page page = page_of({stage.result});
  Exported exported;
  const std::string html = exported_text(page, exported);
  EXPECT_EQ(exported.bytes, html.size());
  EXPECT_EQ(exported.every, 1u);
  EXPECT_EQ(Json::parse(element(html, "sinew-document")), Json::parse(page.document()));
  const auto arrays = page.arrays().at(0);
  for (const Page::Array& array : arrays)
    EXPECT_EQ(numbers(html, "sinew-rows-0-" + array.path), page.rows(0, array.path, 0, array.rows))
        << array.path;
  EXPECT_EQ(decoded(element(html, "sinew-mesh-0")), page.mesh(0));
  EXPECT_EQ(html.find("sinew-mesh-1"), std::string::npos) << "a mesh that is not there";
}

TEST(Export, LoadsNothing) {
  const Stage stage;
  const std::string html = exported_text(page_of({stage.result}));
  EXPECT_EQ(html.find(" src="), std::string::npos);
  EXPECT_EQ(html.find("<link"), std::string::npos);
  const std::size_t policy =
      html.find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
  EXPECT_EQ(policy, html.find("<head>") + 6);
}

TEST(Export, ScriptAndStyleEndAtTheirEnds) {
  const Stage stage;
  const std::string html = exported_text(page_of({stage.result}));
  EXPECT_NE(html.find("<script type=\"module\">const a=\"\\x3C/script><SCRIPT>\",b='\\x3C!-- "
                      "\\x3C/script',c=1<2;</script>"),
            std::string::npos);
  EXPECT_NE(html.find("<style>a::after{content:\"<\\/style>\"}</style>"), std::string::npos);
  EXPECT_EQ(count(html, "<script"), count(html, "</script>"));
  EXPECT_LT(html.find("id=\"sinew-document\""), html.find("<script type=\"module\">"));
}

TEST(Export, NoNameBreaksThePage) {
  const TemporaryFolder folder;
  const std::string name = "&lt;/script&gt;&lt;!--&lt;script&gt;&quot;&amp;amp;&#10;x/\xc3\xa4";
  std::string robot = hinge_urdf("", name);
  robot.replace(robot.find("one hinge"), 9, "&lt;/title&gt;&lt;img src=x&gt;");
  robot.insert(robot.find("</robot>"), "<loop_joint name=\"" + name +
                                           "\" type=\"revolute\"><link1 link=\"foot\"/><link2 link=\"leg\"/>"
                                           "<axis xyz=\"0 1 0\"/></loop_joint>");
  write(folder / "odd.urdf", robot);
  const std::string alone = exported_text(page_of({folder / "odd.urdf"}));
  EXPECT_NE(alone.find("<title>&lt;/title&gt;&lt;img src=x&gt; - sinew</title>"), std::string::npos);
  simulate(folder / "odd.urdf", folder / "run.h5", 0.02);
  const Page page = page_of({folder / "run.h5"});
  const std::string html = exported_text(page);
  EXPECT_EQ(count(html, "</script>"), count(html, "<script type="));
  EXPECT_EQ(count(html, "<!--"), 0u);
  EXPECT_EQ(Json::parse(element(html, "sinew-document")), Json::parse(page.document()));
  const std::string path = page.arrays().at(0).back().path;
  EXPECT_EQ(path.substr(0, 8), "loops/<.");
  EXPECT_FALSE(
      numbers(html, "sinew-rows-0-loops/&lt;.script&gt;&lt;!--&lt;script&gt;&quot;&amp;amp;&#10;x.\xc3\xa4")
          .empty());
}

TEST(Export, IsSubsampledIfItWouldBeLarge) {
  const Stage stage;
  const Page page = page_of({stage.result});
  const auto arrays = page.arrays().at(0);
  const std::size_t rows = arrays.at(0).rows;
  std::size_t width = 0;
  for (const Page::Array& array : arrays) width += array.columns;
  Exported exported;
  const std::string html = exported_text(page, exported, {.most_bytes = rows * width * sizeof(double) / 4});
  EXPECT_GE(exported.every, 4u);
  const Json result = Json::parse(element(html, "sinew-document")).at("tracks")[0].at("result");
  const std::vector<double> times = numbers(html, "sinew-rows-0-time");
  EXPECT_EQ(result.at("every"), exported.every);
  EXPECT_EQ(result.at("rows"), times.size());
  EXPECT_EQ(result.at("last"), times.back());
  EXPECT_LE(times.size() * width * sizeof(double), rows * width * sizeof(double) / 4);
  EXPECT_EQ(times, page.rows(0, "time", 0, times.size(), exported.every));
  exported_text(page, exported, {.most_bytes = 0});
  EXPECT_EQ(exported.every, rows);
}

TEST(Export, ReplacesAFileWhenItIsComplete) {
  const Stage stage;
  const Page page = page_of({stage.result});
  write(stage.page, "older");
  const Exported exported = viewer::export_page(page, bundle, stage.page);
  EXPECT_EQ(content_of(stage.page), exported_text(page));
  EXPECT_EQ(exported.bytes, fs::file_size(stage.page));
  EXPECT_FALSE(stage.folder.names().contains("page.html.partial"));
}

TEST(Export, RecognisesItsOwnPages) {
  const Stage stage;
  EXPECT_FALSE(viewer::is_exported_page(stage.page));
  write(stage.page, "<!doctype html><html><head><title>My own</title></head></html>");
  EXPECT_FALSE(viewer::is_exported_page(stage.page));
  viewer::export_page(page_of({stage.result}), bundle, stage.page);
  EXPECT_TRUE(viewer::is_exported_page(stage.page));
}

TEST(Export, KeepsAnOlderFileIfTheDiskIsFull) {
  const Stage stage;
  const Page page = page_of({stage.result});
  write(stage.page, "older");
  const auto names = stage.folder.names();
  {
    const FileSizeLimit limit(4096);
    const std::string why = complaint<std::exception>([&] { viewer::export_page(page, bundle, stage.page); });
    EXPECT_EQ(why.find("cannot write " + stage.page), 0u) << why;
  }
  EXPECT_EQ(content_of(stage.page), "older");
  EXPECT_EQ(stage.folder.names(), names);
  EXPECT_THROW(viewer::export_page(page, bundle, stage.folder / "none/page.html"), OutputError);
  EXPECT_THROW(viewer::export_page(page, bundle, stage.folder.path()), OutputError);
}

TEST(Export, FollowsALink) {
  const Stage stage;
  const Page page = page_of({stage.robot});
  write(stage.folder / "there.html", "older");
  fs::create_symlink("there.html", stage.folder / "link.html");
  viewer::export_page(page, bundle, stage.folder / "link.html");
  EXPECT_TRUE(fs::is_symlink(stage.folder / "link.html"));
  EXPECT_EQ(content_of(stage.folder / "there.html"), exported_text(page));
}

}  // namespace sinew::test::export_test
