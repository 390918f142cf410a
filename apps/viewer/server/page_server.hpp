// Serves a page over HTTP, at these addresses:
//   /                 the page;  /page.js  /page.css
//   /document.json    the document: what the page shows
//   /rows?track=0&array=q&first=0&count=100&stride=1       numbers, 8 bytes each, little-endian
//   /overview?track=0&array=q&column=2&buckets=1000        minimum and maximum of every bucket, in the same format
//   /mesh?index=3     bytes of a mesh
// All other addresses are answered with 404.
#pragma once

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/http_server.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::viewer {

// `page` must outlive the handler.
HttpHandler page_handler(const Page& page, const Bundle& bundle);

}  // namespace sinew::viewer
