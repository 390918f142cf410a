#include "apps/viewer/server/bundle.hpp"

#ifdef SINEW_HAS_PAGE
// Embeds a file in the program, unchanged.
#define SINEW_PAGE_FILE(symbol, file)                        \
  asm(".pushsection .rodata\n"                               \
      ".global " #symbol                                     \
      "_begin\n"                                             \
      ".global " #symbol "_end\n" #symbol                    \
      "_begin:\n"                                            \
      ".incbin \"" SINEW_PAGE_FOLDER "/" file "\"\n" #symbol \
      "_end:\n"                                              \
      ".popsection\n");                                      \
  extern "C" const char symbol##_begin[], symbol##_end[]

SINEW_PAGE_FILE(sinew_page_html, "index.html");
SINEW_PAGE_FILE(sinew_page_script, "page.js");
SINEW_PAGE_FILE(sinew_page_style, "page.css");
#endif

namespace sinew::viewer {

std::optional<Bundle> built_bundle() {
#ifdef SINEW_HAS_PAGE
  return Bundle{.html = {sinew_page_html_begin, sinew_page_html_end},
                .script = {sinew_page_script_begin, sinew_page_script_end},
                .style = {sinew_page_style_begin, sinew_page_style_end}};
#else
  return std::nullopt;
#endif
}

}  // namespace sinew::viewer
