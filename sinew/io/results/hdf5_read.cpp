// Implements the functions of io/results/hdf5.hpp that read.
#include <hdf5.h>

#include <algorithm>
#include <stdexcept>

#include "sinew/io/results/hdf5.hpp"
#include "sinew/io/results/internal/hdf5_handle.hpp"

namespace sinew::hdf5 {
namespace {

constexpr Size most_packed =
    140;  // most numbers that one byte of a packed array can encode; zlib reaches 129

herr_t keep_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

std::string without_zeros(std::string text) {
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

// Returns the first `count` texts of `bytes`, where each text occupies `room` bytes.
std::vector<std::string> split(const std::string& bytes, std::size_t room, Size count) {
  std::vector<std::string> list;
  for (Size i = 0; i < count; ++i) list.push_back(without_zeros(bytes.substr(i * room, room)));
  return list;
}

void expect(bool holds, const std::string& file, const std::string& what) {
  if (!holds) throw std::runtime_error(file + ": " + what);
}

std::string file_name_of(hid_t object) {
  std::string name(std::size_t(std::max<ssize_t>(H5Fget_name(object, nullptr, 0), 0)), '\0');
  H5Fget_name(object, name.data(), name.size() + 1);
  return name;
}

// Opens a dataset stored in this file. HDF5 allows a dataset, or its numbers, to be stored in other files; a file of
// unknown origin could thus expose other files on this machine. Results never use this feature, so it is refused.
Handle open_inside(hid_t id, const std::string& path, const std::string& file) {
  Handle data(H5Dopen2(id, path.c_str(), H5P_DEFAULT), H5Dclose, file, path);
  const Handle properties(H5Dget_create_plist(data), H5Pclose, file, path);
  expect(H5Pget_external_count(properties) == 0 && H5Pget_layout(properties) != H5D_VIRTUAL &&
             file_name_of(data) == file_name_of(id),
         file, path + " is stored in another file");
  return data;
}

// A dataset of this file and its type.
struct Dataset {
  Dataset(hid_t id, const std::string& path, const std::string& file)
      : data(open_inside(id, path, file)), type(H5Dget_type(data), H5Tclose, file, path) {}
  Handle data, type;
};

// An attribute, its type and its extent. `what`: its name in messages.
struct Attribute {
  Attribute(hid_t id, const std::string& path, const std::string& name, const std::string& file,
            const std::string& what)
      : entry(H5Aopen_by_name(id, path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, file,
              what),
        type(H5Aget_type(entry), H5Tclose, file, what),
        space(H5Aget_space(entry), H5Sclose, file, what) {}
  Handle entry, type, space;
};

bool is_text_of_fixed_length(const Handle& type) {
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
}

}  // namespace

File File::open(const std::filesystem::path& file) {
  const Silence silence;
  std::error_code failure;
  const Size bytes = std::filesystem::file_size(file, failure);
  if (failure) throw std::runtime_error(file.string() + ": " + failure.message());
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id < 0) fail(file.string(), "cannot be opened as HDF5");
  return {id, file, bytes};
}

// Refuses data whose claimed size, the product of `factors`, exceeds `most`, before any memory is allocated for it.
void File::check_amount(const std::string& what, std::span<const Size> factors, Size most) const {
  if (std::find(factors.begin(), factors.end(), Size(0)) != factors.end()) return;
  for (const Size factor : factors) {
    expect(factor <= most, path_.string(), what + " is larger than the file");
    most /= factor;
  }
}

bool File::has(const std::string& path) const {
  const Silence silence;
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (H5Lexists(id_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

std::vector<std::string> File::names_in(const std::string& group) const {
  const Silence silence;
  std::vector<std::string> names;
  const Handle object(H5Gopen2(id_, group.c_str(), H5P_DEFAULT), H5Gclose, path_.string(), group);
  if (H5Literate(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_name, &names) < 0)
    fail(path_.string(), group);
  return names;
}

std::vector<Size> File::dimensions(const std::string& path) const {
  const Silence silence;
  const Handle data = open_inside(id_, path, path_.string());
  const Handle space(H5Dget_space(data), H5Sclose, path_.string(), path);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0) fail(path_.string(), path);
  std::vector<hsize_t> sizes(std::size_t(rank), 0);
  if (rank > 0 && H5Sget_simple_extent_dims(space, sizes.data(), nullptr) < 0) fail(path_.string(), path);
  const std::vector<Size> shape(sizes.begin(), sizes.end());
  check_amount(path, shape, most_packed * bytes_);
  return shape;
}

std::vector<double> File::read_rows(const std::string& path, Size first, Size count, Size stride) const {
  const Silence silence;
  const std::string file = path_.string();
  const std::vector<Size> shape = dimensions(path);
  std::vector<hsize_t> sizes(shape.begin(), shape.end()), start(sizes.size(), 0), strides(sizes.size(), 1);
  expect(
      !sizes.empty() && stride > 0 && first <= sizes[0] &&
          (count == 0 || (first < sizes[0] && (sizes[0] - 1 - first) / stride >= count - 1)),
      file,
      path + ": " + std::to_string(count) + " rows from " + std::to_string(first) + " on exceed the dataset");
  start[0] = first;
  strides[0] = stride;
  sizes[0] = count;
  Size numbers = 1;
  for (const hsize_t size : sizes) numbers *= size;
  std::vector<double> values(numbers);
  if (numbers == 0) return values;
  const auto [data, type] = Dataset(id_, path, file);
  expect(H5Tget_class(type) == H5T_FLOAT, file, path + " is not an array of numbers");
  const Handle space(H5Dget_space(data), H5Sclose, file, path);
  const Handle memory(H5Screate_simple(int(sizes.size()), sizes.data(), nullptr), H5Sclose, file, path);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), strides.data(), sizes.data(), nullptr) < 0 ||
      H5Dread(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()) < 0)
    fail(file, path);
  return values;
}

Size File::whole_number(const std::string& path) const {
  const Silence silence;
  const auto [data, type] = Dataset(id_, path, path_.string());
  expect(dimensions(path).empty() && H5Tget_class(type) == H5T_INTEGER, path_.string(),
         path + " is not a single integer");
  Size value = 0;
  if (H5Dread(data, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) < 0) fail(path_.string(), path);
  return value;
}

std::string File::text(const std::string& path) const {
  const Silence silence;
  const std::string file = path_.string();
  expect(dimensions(path).empty(), file, path + " is not a single string");
  const auto [data, type] = Dataset(id_, path, file);
  expect(is_text_of_fixed_length(type), file, path + " is not a string");
  const Size size = H5Tget_size(type);
  check_amount(path, {&size, 1}, bytes_);
  std::string bytes(size, '\0');
  if (H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) fail(file, path);
  return without_zeros(std::move(bytes));
}

std::vector<std::string> File::texts(const std::string& path, Size count) const {
  const Silence silence;
  const std::string file = path_.string();
  const std::vector<Size> sizes = dimensions(path);
  expect(sizes.size() == 1 && count <= sizes[0], file,
         path + " has fewer than " + std::to_string(count) + " strings");
  if (count == 0) return {};
  const auto [data, type] = Dataset(id_, path, file);
  expect(is_text_of_fixed_length(type), file, path + " is not a list of strings");
  const std::size_t room = H5Tget_size(type);
  check_amount(path, std::initializer_list<Size>{sizes[0], room}, bytes_);
  std::string bytes(sizes[0] * room, '\0');
  if (H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) fail(file, path);
  return split(bytes, room, count);
}

bool File::is_described(const std::string& path, const std::string& attribute) const {
  const Silence silence;
  return H5Aexists_by_name(id_, path.c_str(), attribute.c_str(), H5P_DEFAULT) > 0;
}

std::string File::described(const std::string& path, const std::string& attribute) const {
  const std::vector<std::string> texts = descriptions(path, attribute);
  expect(texts.size() == 1, path_.string(), path + " " + attribute + " is not a single string");
  return texts[0];
}

std::vector<std::string> File::descriptions(const std::string& path, const std::string& attribute) const {
  const Silence silence;
  const std::string file = path_.string(), what = path + " " + attribute;
  const auto [entry, type, space] = Attribute(id_, path, attribute, file, what);
  expect(is_text_of_fixed_length(type), file, what + " is not a string of fixed length");
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  const std::size_t room = H5Tget_size(type);
  if (count <= 0) return {};
  check_amount(what, std::initializer_list<Size>{Size(count), room}, bytes_);
  std::string bytes(std::size_t(count) * room, '\0');
  if (H5Aread(entry, type, bytes.data()) < 0) fail(file, what);
  return split(bytes, room, Size(count));
}

double File::described_number(const std::string& path, const std::string& attribute) const {
  const Silence silence;
  const std::string file = path_.string(), what = path + " " + attribute;
  const auto [entry, type, space] = Attribute(id_, path, attribute, file, what);
  expect(H5Tget_class(type) == H5T_FLOAT && H5Sget_simple_extent_npoints(space) == 1, file,
         what + " is not a single number");
  double value = 0;
  if (H5Aread(entry, H5T_NATIVE_DOUBLE, &value) < 0) fail(file, what);
  return value;
}

}  // namespace sinew::hdf5
