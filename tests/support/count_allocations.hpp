// Replaces operator new to count allocations. Include it in one file of a test program.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace sinew::test {

inline std::atomic<long> allocations{0};

namespace {
void* counted(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* counted(std::size_t size) {
  if (void* memory = counted(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
}  // namespace
}  // namespace sinew::test

void* operator new(std::size_t size) {
  return sinew::test::counted(size);
}
void* operator new[](std::size_t size) {
  return sinew::test::counted(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return sinew::test::counted(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return sinew::test::counted(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return sinew::test::counted(size, nothrow);
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return sinew::test::counted(size, nothrow);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
