// Error handling and handles shared by hdf5_read.cpp and hdf5_write.cpp. Internal to them; only those two files include
// the headers of the HDF5 library.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace sinew::hdf5 {

// Throws std::runtime_error with "FILE: WHAT: REASON", where REASON is the innermost error of the HDF5 library.
[[noreturn]] void fail(const std::string& file, const std::string& what);

// Keeps the HDF5 library from printing its errors while an object of this class exists.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int (*print_)(std::int64_t, void*);
  void* data_;
};

// Owns an object opened by the HDF5 library and closes it in the destructor.
class Handle {
 public:
  using Close = int (*)(std::int64_t);
  Handle(std::int64_t id, Close close, const std::string& file, const std::string& what)
      : id_(id), close_(close) {
    if (id < 0) fail(file, what);
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator std::int64_t() const { return id_; }

 private:
  std::int64_t id_;
  Close close_;
};

}  // namespace sinew::hdf5
