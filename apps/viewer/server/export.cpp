#include "apps/viewer/server/export.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>

#include "apps/viewer/server/base64.hpp"
#include "apps/viewer/server/document.hpp"
#include "apps/viewer/server/text.hpp"
#include "sinew/io/files/output_file.hpp"
#include "sinew/version.hpp"

namespace sinew::viewer {
namespace {

namespace fs = std::filesystem;
static_assert(std::endian::native == std::endian::little, "numbers stand in the page as they do in memory");

// Prevents the page from loading anything, whatever names a robot's file contains.
constexpr std::string_view policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline' "
    "'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'none'; base-uri "
    "'none'; "
    "form-action 'none'\" />";

// The HTML tag that names the program that wrote a page; the version follows.
constexpr std::string_view origin_mark = "<meta name=\"generator\" content=\"sinew ";

// The first piece of the page from `begin` through the next `end` that contains `mark`. Throws if the built page has
// none.
struct Piece {
  std::size_t begin, size;
};
Piece piece_of(std::string_view html, std::string_view begin, std::string_view mark, std::string_view end) {
  for (std::size_t at = 0; (at = find_caseless(html, begin, at)) != std::string_view::npos; ++at) {
    const std::size_t stop = find_caseless(html, end, at);
    if (stop == std::string_view::npos) break;
    if (html.substr(at, stop - at).find(mark) != std::string_view::npos) return {at, stop + end.size() - at};
  }
  throw std::runtime_error("the built page has no " + std::string(begin) + " with " + std::string(mark));
}

void replace(std::string& html, const Piece& piece, std::string_view by) {
  html.replace(piece.begin, piece.size, by);
}

// An inline script ends at the first </script, and <!-- can hide its end. Both occur only in strings and regular
// expressions of the script, where \x3C means the same character.
std::string inline_script(std::string_view script) {
  return "<script type=\"module\">" +
         replaced(replaced(script, "</script", "\\x3C/script"), "<!--", "\\x3C!--") + "</script>";
}

std::string inline_style(std::string_view style) {
  return "<style>" + replaced(style, "</style", "<\\/style") + "</style>";
}

// In JSON the character < occurs only in strings.
std::string inline_document(const std::string& document) {
  return "<script type=\"application/json\" id=\"sinew-document\">" + replaced(document, "<", "\\u003c") +
         "</script>\n";
}

void append_data(const std::string& id, std::string_view bytes, std::string& html) {
  html += "<script type=\"text/plain\" id=\"" + html_escaped(id) + "\">";
  append_base64(bytes, html);
  html += "</script>\n";
}

// Returns the stride with which the numbers of all tracks take at most `most_bytes`, if that is possible.
std::size_t stride_for(const std::vector<std::vector<Page::Array>>& tracks, std::size_t most_bytes) {
  const auto bytes = [&](std::size_t every) {
    std::size_t sum = 0;
    for (const auto& arrays : tracks) {
      for (const Page::Array& array : arrays)
        sum += thinned_rows(array.rows, every) * array.columns * sizeof(double);
    }
    return sum;
  };
  std::size_t longest = 1;
  for (const auto& arrays : tracks) {
    for (const Page::Array& array : arrays) longest = std::max(longest, array.rows);
  }
  std::size_t every = std::clamp<std::size_t>(bytes(1) / std::max<std::size_t>(most_bytes, 1), 1, longest);
  while (every < longest && bytes(every) > most_bytes) ++every;
  return every;
}

// Appends the rows in pieces of as many numbers as a page returns at once. The size of each piece is a multiple of
// three bytes, so that the base64 texts can be joined without padding.
void append_rows(const Page& page, std::size_t track, const Page::Array& array, std::size_t every,
                 std::string& html) {
  const std::size_t rows = thinned_rows(array.rows, every);
  const std::size_t most =
      std::max<std::size_t>(Page::most_numbers / std::max<std::size_t>(array.columns, 1) / 3, 1) * 3;
  html += "<script type=\"text/plain\" id=\"" +
          html_escaped("sinew-rows-" + std::to_string(track) + "-" + array.path) + "\">";
  for (std::size_t row = 0; row < rows && array.columns > 0; row += most) {
    const std::vector<double> numbers =
        page.rows(track, array.path, row * every, std::min(most, rows - row), every);
    append_base64({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)}, html);
  }
  html += "</script>\n";
}

std::string data_of(const Page& page, const ExportOptions& options, Exported& exported) {
  const auto tracks = page.arrays();
  exported.every = stride_for(tracks, options.most_bytes);
  std::string html =
      inline_document(exported.every == 1 ? page.document() : page.thinned_document(exported.every));
  for (std::size_t track = 0; track < tracks.size(); ++track) {
    for (const Page::Array& array : tracks[track]) append_rows(page, track, array, exported.every, html);
  }
  for (std::size_t i = 0; i < page.mesh_count(); ++i) {
    if (page.has_mesh(i)) append_data("sinew-mesh-" + std::to_string(i), page.mesh(i), html);
  }
  return html;
}

}  // namespace

std::string page_as_one_file(const Page& page, const Bundle& bundle, const ExportOptions& options,
                             Exported& exported) {
  std::string html(bundle.html);
  replace(html, piece_of(html, "<script", "page.js", "</script>"), "");
  replace(html, piece_of(html, "<link", "page.css", ">"), inline_style(bundle.style));
  replace(html, piece_of(html, "<title>", "", "</title>"),
          "<title>" + html_escaped(page.title()) + " - sinew</title>");
  const Piece head = piece_of(html, "<head", "", ">");
  html.insert(head.begin + head.size, std::string(policy) + std::string(origin_mark) + version + "\" />");
  const std::size_t end = find_caseless(html, "</body>", html.rfind("</style>"));
  const std::size_t place = std::min(end, html.size());
  html.insert(place, data_of(page, options, exported) + inline_script(bundle.script) + "\n");
  exported.bytes = html.size();
  return html;
}

bool is_exported_page(const fs::path& file) {
  std::string head(4096, ' ');  // the tag comes after the policy, at the beginning of the file
  std::ifstream(file, std::ios::binary).read(head.data(), std::ssize(head));
  return head.find(origin_mark) != std::string::npos;
}

Exported export_page(const Page& page, const Bundle& bundle, const fs::path& file,
                     const ExportOptions& options) {
  check_output_place(file);
  Exported exported;
  write_whole_file(file, page_as_one_file(page, bundle, options, exported));
  return exported;
}

}  // namespace sinew::viewer
