// Encodes bytes as text (base64), for a page that contains its data.
#pragma once

#include <string>
#include <string_view>

namespace sinew::viewer {

// RFC 4648, without line breaks. Appends to `text`.
void append_base64(std::string_view bytes, std::string& text);

}  // namespace sinew::viewer
