// Wraps the compiler extensions that sinew uses: attributes, SIMD registers, and what is known about the processor. GCC
// and clang are supported. No other file of sinew/ may use an extension (tools/check_layers.py).
#pragma once

// Defined if the code is compiled with AddressSanitizer or ThreadSanitizer. GCC has a macro for each, clang a feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SINEW_IS_SANITIZED
#endif
#endif

// Spatial operations are short and run in the innermost loops: the compiler must inline them. Under a sanitizer, where
// inlined code takes minutes to compile, it need not.
#ifdef SINEW_IS_SANITIZED
#define SINEW_INLINE inline
#define SINEW_INLINE_LAMBDA
#else
#define SINEW_INLINE inline __attribute__((always_inline))
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))
#endif

// The compiler must not inline the function: it is rarely called, and its code would slow its callers down.
#define SINEW_NO_INLINE __attribute__((noinline))

namespace sinew {

namespace detail {

// The width in bytes of the widest SIMD registers that this code is compiled for: 16 for SSE2 and NEON, 32 for AVX, 64
// for AVX-512.
constexpr int register_bytes = __BIGGEST_ALIGNMENT__;

// Whether the compiler may contract a*b + c to one instruction that rounds once, because the processor has it.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__FP_FAST_FMA)
constexpr bool has_fused_multiply_add = true;
#else
constexpr bool has_fused_multiply_add = false;
#endif

}  // namespace detail

namespace lanes {

// A register of this many bytes, filled with elements of type `Number`. Arithmetic and comparison act on each element.
template <class Number, int bytes>
struct RegisterOf {
  typedef Number type __attribute__((vector_size(bytes)));
};

// Copies the bits of a register to one with elements of another type. Like std::bit_cast, but never a call.
template <class From, class To>
SINEW_INLINE void copy_bits(const From& from, To& to) {
  to = __builtin_bit_cast(To, from);
}

// Converts each element of a register to the element type of `To`.
template <class To, class From>
SINEW_INLINE To converted(const From& from) {
  return __builtin_convertvector(from, To);
}

// Returns the elements with these indices of a and b together; those of b follow those of a.
template <int... indices, class Register>
SINEW_INLINE Register shuffled(const Register& a, const Register& b) {
  return __builtin_shufflevector(a, b, indices...);
}

}  // namespace lanes

namespace processor {

// Whether this code is compiled for 64-bit Arm, where every machine has NEON.
#if defined(__aarch64__)
constexpr bool is_arm64 = true;
#else
constexpr bool is_arm64 = false;
#endif

// Tells the processor that the thread waits in a loop.
inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// These return whether the machine has the instructions that batches are compiled for; false on other architectures.
inline bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}
inline bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

}  // namespace processor

}  // namespace sinew
