// Implements the functions of io/results/hdf5.hpp that write, and the error handling of
// io/results/internal/hdf5_handle.hpp.
#include <hdf5.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "sinew/io/results/hdf5.hpp"
#include "sinew/io/results/internal/hdf5_handle.hpp"

namespace sinew::hdf5 {
namespace {

static_assert(std::is_same_v<hid_t, std::int64_t> && std::is_same_v<herr_t, int>);

// Keeps the innermost error, which names the cause.
herr_t keep_first(unsigned, const H5E_error2_t* error, void* reason) {
  auto& text = *static_cast<std::string*>(reason);
  if (text.empty() && error->desc) text = error->desc;
  return 0;
}

Handle text_type(Size bytes, const std::string& file) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, file, "text");
  if (H5Tset_size(type, std::max<Size>(bytes, 1)) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)
    fail(file, "text");
  return type;
}

// Concatenates the texts, each of them padded with zeros or cut to `room` bytes.
std::string texts_in_rooms(std::span<const std::string> texts, Size room) {
  std::string bytes;
  for (const std::string& text : texts) {
    bytes += text.substr(0, room);
    bytes.resize(bytes.size() + room - std::min<Size>(room, text.size()));
  }
  return bytes;
}

Handle making_groups(const std::string& file) {
  Handle properties(H5Pcreate(H5P_LINK_CREATE), H5Pclose, file, "properties");
  if (H5Pset_create_intermediate_group(properties, 1) < 0 ||
      H5Pset_char_encoding(properties, H5T_CSET_UTF8) < 0)
    fail(file, "properties");
  return properties;
}

// Creation properties of a contiguous dataset whose space is allocated at once.
Handle one_piece(const std::string& file) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, file, "properties");
  if (H5Pset_layout(properties, H5D_CONTIGUOUS) < 0 ||
      H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY) < 0 ||
      H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER) < 0)
    fail(file, "properties");
  return properties;
}

// Creation properties of a chunked dataset. The shuffle filter sorts the bytes of the numbers by significance, which
// compresses best. The checksum is the last filter in writing and therefore the first to be checked in reading.
Handle packed(const std::vector<Size>& dimensions, const std::string& file) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, file, "properties");
  Size width = 1;
  for (std::size_t i = 1; i < dimensions.size(); ++i) width *= dimensions[i];
  std::vector<hsize_t> piece(dimensions.begin(), dimensions.end());
  piece[0] = std::min<hsize_t>(rows_per_piece(width), piece[0]);
  if (H5Pset_chunk(properties, int(piece.size()), piece.data()) < 0 || H5Pset_shuffle(properties) < 0 ||
      H5Pset_deflate(properties, 1) < 0 || H5Pset_fletcher32(properties) < 0)
    fail(file, "properties");
  return properties;
}

void add_attribute(hid_t id, const std::string& file, const std::string& path, const std::string& attribute,
                   hid_t space, std::span<const std::string> values) {
  const std::string what = path + " " + attribute;
  Size room = 1;
  for (const std::string& value : values) room = std::max<Size>(room, value.size());
  const Handle object(H5Oopen(id, path.c_str(), H5P_DEFAULT), H5Oclose, file, what);
  const Handle type = text_type(room, file);
  const Handle entry(H5Acreate2(object, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                     file, what);
  const std::string bytes = texts_in_rooms(values, room);
  if (!bytes.empty() && H5Awrite(entry, type, bytes.data()) < 0) fail(file, what);
}

}  // namespace

Size rows_per_piece(Size row_width) {
  return std::max<Size>(32'768 / std::max<Size>(row_width, 1), 1);
}

void fail(const std::string& file, const std::string& what) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  H5Eclear2(H5E_DEFAULT);
  throw std::runtime_error(file + ": " + what + (reason.empty() ? "" : ": " + reason));
}

Silence::Silence() : print_(nullptr), data_(nullptr) {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
Silence::~Silence() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

File::File(std::int64_t id, std::filesystem::path file, Size bytes)
    : id_(id), path_(std::move(file)), bytes_(bytes) {}
File::File(File&& other) noexcept
    : id_(std::exchange(other.id_, -1)), path_(std::move(other.path_)), bytes_(other.bytes_) {}
File::~File() {
  const Silence silence;
  if (id_ >= 0) H5Fclose(id_);
}

void File::close() {
  const Silence silence;
  if (H5Fclose(std::exchange(id_, -1)) < 0) fail(path_.string(), "cannot be closed");
}

File File::create(const std::filesystem::path& file) {
  const Silence silence;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, file.string(), "properties");
  if (H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) < 0) fail(file.string(), "format");
  const hid_t id = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (id < 0) fail(file.string(), "cannot be created");
  return {id, file};
}

void File::add_numbers(const std::string& path, const std::vector<Size>& dimensions, Layout layout) {
  const Silence silence;
  const std::string file = path_.string();
  const Handle links = making_groups(file);
  const bool has_numbers = std::all_of(dimensions.begin(), dimensions.end(), [](Size n) { return n > 0; });
  const Handle properties =
      layout == Layout::packed && has_numbers ? packed(dimensions, file) : one_piece(file);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  if (H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &nothing) < 0) fail(file, path);
  const std::vector<hsize_t> sizes(dimensions.begin(), dimensions.end());
  const Handle space(H5Screate_simple(int(sizes.size()), sizes.data(), nullptr), H5Sclose, file, path);
  Handle(H5Dcreate2(id_, path.c_str(), H5T_IEEE_F64LE, space, links, properties, H5P_DEFAULT), H5Dclose, file,
         path);
}

void File::write_rows(const std::string& path, Size first, Size count, std::span<const double> values) {
  const Silence silence;
  const std::string file = path_.string();
  const Handle data(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose, file, path);
  const Handle space(H5Dget_space(data), H5Sclose, file, path);
  const std::vector<Size> shape = dimensions(path);
  std::vector<hsize_t> sizes(shape.begin(), shape.end()), start(sizes.size(), 0);
  start[0] = first;
  sizes[0] = count;
  Size numbers = 1;
  for (const hsize_t size : sizes) numbers *= size;
  if (numbers != values.size())
    throw std::invalid_argument(path + ": " + std::to_string(values.size()) + " values for " +
                                std::to_string(numbers));
  const Handle memory(H5Screate_simple(int(sizes.size()), sizes.data(), nullptr), H5Sclose, file, path);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, sizes.data(), nullptr) < 0 ||
      H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()) < 0)
    fail(file, path);
}

void File::add_whole_number(const std::string& path, Size value) {
  const Silence silence;
  const std::string file = path_.string();
  const Handle links = making_groups(file), properties = one_piece(file);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, file, path);
  const Handle data(H5Dcreate2(id_, path.c_str(), H5T_STD_U64LE, space, links, properties, H5P_DEFAULT),
                    H5Dclose, file, path);
  if (H5Dwrite(data, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) < 0) fail(file, path);
}

void File::add_text(const std::string& path, const std::string& text, Size room) {
  const Silence silence;
  const std::string file = path_.string();
  const Handle links = making_groups(file), properties = one_piece(file);
  std::string bytes = text;
  bytes.resize(std::max<Size>({room, text.size(), 1}));
  const Handle type = text_type(bytes.size(), file);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, file, path);
  const Handle data(H5Dcreate2(id_, path.c_str(), type, space, links, properties, H5P_DEFAULT), H5Dclose,
                    file, path);
  if (H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) fail(file, path);
}

void File::add_texts(const std::string& path, Size count, Size room, const std::vector<std::string>& texts) {
  const Silence silence;
  const std::string file = path_.string();
  const Handle links = making_groups(file), properties = one_piece(file);
  const Handle type = text_type(room, file);
  const hsize_t entries = count;
  const Handle space(H5Screate_simple(1, &entries, nullptr), H5Sclose, file, path);
  const Handle data(H5Dcreate2(id_, path.c_str(), type, space, links, properties, H5P_DEFAULT), H5Dclose,
                    file, path);
  std::string bytes = texts_in_rooms(texts, room);
  bytes.resize(count * room);
  if (count > 0 && H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) fail(file, path);
}

Size File::offset_of(const std::string& path) const {
  const Silence silence;
  const Handle data(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose, path_.string(), path);
  const haddr_t offset = H5Dget_offset(data);
  if (offset == HADDR_UNDEF) fail(path_.string(), path + " has no storage in the file");
  return offset;
}

std::vector<detail::Stretch> File::stretches_of(const std::string& path) const {
  const Silence silence;
  const std::string file = path_.string();
  const Handle data(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose, file, path);
  const Handle properties(H5Dget_create_plist(data), H5Pclose, file, path);
  const Size bytes = H5Dget_storage_size(data);
  if (bytes == 0) return {};
  if (H5Pget_layout(properties) != H5D_CHUNKED) return {{offset_of(path), bytes}};
  const std::vector<Size> shape = dimensions(path);
  std::vector<hsize_t> piece(shape.size()), first(shape.size(), 0);
  if (H5Pget_chunk(properties, int(piece.size()), piece.data()) < 0 || H5Fflush(id_, H5F_SCOPE_LOCAL) < 0)
    fail(file, path);
  std::vector<detail::Stretch> list;
  for (; first[0] < shape[0]; first[0] += piece[0]) {
    haddr_t place = HADDR_UNDEF;
    hsize_t size = 0;
    unsigned skipped_filters = 0;
    if (H5Dget_chunk_info_by_coord(data, first.data(), &skipped_filters, &place, &size) < 0) fail(file, path);
    if (place != HADDR_UNDEF) list.push_back({place, size});
  }
  return list;
}

void File::describe(const std::string& path, const std::string& attribute, const std::string& value) {
  const Silence silence;
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, path_.string(), path);
  add_attribute(id_, path_.string(), path, attribute, space, std::span(&value, 1));
}

void File::describe(const std::string& path, const std::string& attribute,
                    const std::vector<std::string>& values) {
  const Silence silence;
  const hsize_t count = values.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, path_.string(), path);
  add_attribute(id_, path_.string(), path, attribute, space, values);
}

void File::describe(const std::string& path, const std::string& attribute, double value) {
  const Silence silence;
  const std::string file = path_.string(), what = path + " " + attribute;
  const Handle object(H5Oopen(id_, path.c_str(), H5P_DEFAULT), H5Oclose, file, what);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, file, what);
  const Handle entry(H5Acreate2(object, attribute.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT),
                     H5Aclose, file, what);
  if (H5Awrite(entry, H5T_NATIVE_DOUBLE, &value) < 0) fail(file, what);
}

}  // namespace sinew::hdf5
