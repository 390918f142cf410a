// The addresses of a page that is served:
//   /                 the page;  /page.js  /page.css
//   /document.json    what it shows
//   /rows?track=0&array=q&first=0&count=100&stride=1       numbers, 8 bytes each, little-endian
//   /overview?track=0&array=q&column=2&buckets=1000        least and greatest of every piece, the same way
//   /mesh?index=3     bytes of a mesh
// Everything else is not found.
#pragma once

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/http_server.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::viewer {

// `page` must outlive the handler.
HttpHandler page_handler(const Page& page, const Bundle& bundle);

}  // namespace sinew::viewer
