// What the two halves of io/hdf5.hpp share. Internal to them; the library's own headers stay in their .cpp files.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace sinew::hdf5 {

// Throws std::runtime_error: "FILE: what: the innermost reason that the library gives".
[[noreturn]] void fail(const std::string& file, const std::string& what);

// The library prints its errors unless it is told not to; as long as one of these lives, it does not.
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

// Something the library opened, closed at the end.
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
