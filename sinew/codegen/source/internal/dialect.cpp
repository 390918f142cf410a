#include "sinew/codegen/source/internal/dialect.hpp"

#include <charconv>

namespace sinew {

namespace {

// The arithmetic of scalar/simd/sine_cosine.hpp, for machines where its vectors pay. Words in capitals are replaced
// according to the dialect.
constexpr const char* sine_text = R"(
// Sines and cosines of `count` angles; the arrays are padded to a multiple of 8.
INLINEvoid NAME(int count, const REAL* angle, REAL* sine, REAL* cosine) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(__FAST_MATH__) && \
    !defined(__ASSOCIATIVE_MATH__)
#if defined(__clang__)  // clang has no macro for reassociation
#pragma clang fp reassociate(off)
#endif
  // Reduced to [-pi/4, pi/4] by a multiple of pi/2 in three parts (Cody & Waite 1980), then the polynomials of fdlibm,
  // eight angles at a time. Within 2.5 units in the last place up to 1e6; larger ones go to the standard library.
  typedef double eight __attribute__((vector_size(64)));
  typedef long long bits __attribute__((vector_size(64)));
  typedef REAL given __attribute__((vector_size(8 * sizeof(REAL))));
  bits in_reach = {-1, -1, -1, -1, -1, -1, -1, -1};
  for (int k = 0; k < count; k += 8) {
    given angles;
    __builtin_memcpy(&angles, angle + k, sizeof angles);
    const eight x = __builtin_convertvector(angles, eight);
    const eight shifted = x * 0.63661977236758134308 + 6755399441055744.0;
    const bits quadrant = (bits)shifted;
    const eight n = shifted - 6755399441055744.0;
    const eight r = ((x - n * 1.5707963267341256) - n * 6.077100506303966e-11) - n * 2.0222662487959506e-21;
    const eight z = r * r;
    const eight s =
        r + r * z *
                (-1.66666666666666324348e-01 +
                 z * (8.33333333332248946124e-03 +
                      z * (-1.98412698298579493134e-04 +
                           z * (2.75573137070700676789e-06 +
                                z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const eight half = 0.5 * z, w = 1.0 - half;
    const eight c =
        w + (((1.0 - w) - half) +
             z * z *
                 (4.16666666666666019037e-02 +
                  z * (-1.38888888888741095749e-03 +
                       z * (2.48015872894767294178e-05 +
                            z * (-2.75573143513906633035e-07 +
                                 z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
    const bits odd = -(quadrant & 1);
    const bits sine_bits = ((odd & (bits)c) | (~odd & (bits)s)) ^ ((quadrant & 2) << 62);
    const bits cosine_bits = ((odd & (bits)s) | (~odd & (bits)c)) ^ (((quadrant + 1) & 2) << 62);
    const given sines = __builtin_convertvector((eight)sine_bits, given);
    const given cosines = __builtin_convertvector((eight)cosine_bits, given);
    __builtin_memcpy(sine + k, &sines, sizeof sines);
    __builtin_memcpy(cosine + k, &cosines, sizeof cosines);
    in_reach &= (x >= -1e6) & (x <= 1e6);
  }
  if (in_reach[0] & in_reach[1] & in_reach[2] & in_reach[3] & in_reach[4] & in_reach[5] & in_reach[6] & in_reach[7])
    return;
#endif
  for (int k = 0; k < count; ++k) {
    sine[k] = SIN(angle[k]);
    cosine[k] = COS(angle[k]);
  }
}
)";

std::string with(std::string text, const std::string& placeholder, const std::string& word) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += word.size())
    text.replace(at, placeholder.size(), word);
  return text;
}

}  // namespace

std::string Dialect::number(double x) const {
  char text[40];
  const auto end = options_.single_precision ? std::to_chars(text, text + sizeof text, float(x))
                                             : std::to_chars(text, text + sizeof text, x);
  std::string out(text, end.ptr);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return options_.single_precision ? out + "f" : out;
}

std::string Dialect::in_all_lanes(const std::string& x) const {
  if (!has_lanes()) return x;
  return (is_cpp() ? "lanes{} + " : "(" + value() + "){0} + ") + x;
}

std::string Dialect::function(const std::string& name) const {
  return options_.single_precision && !is_cpp() ? name + "f" : name;
}

std::string Dialect::square_root(const std::string& name, const std::string& x) const {
  const std::string root = function("sqrt");
  if (!has_lanes()) return "  const " + value() + " " + name + " = " + root + "(" + x + ");\n";
  return "  " + value() + " " + name + " = " + x + ";\n  for (int i = 0; i < " +
         std::to_string(options_.lanes) + "; ++i) " + name + "[i] = " + root + "(" + name + "[i]);\n";
}

std::string Dialect::preamble() const {
  const std::pair<const char*, std::string> words[] = {{"INLINE", is_inline()},
                                                       {"REAL", real()},
                                                       {"SIN", function("sin")},
                                                       {"COS", function("cos")},
                                                       {"NAME", own("sines_and_cosines")}};
  std::string out = sine_text;
  for (const auto& [placeholder, word] : words) out = with(std::move(out), placeholder, word);
  if (!has_lanes()) return out;
  const std::string type = real(), count = std::to_string(options_.lanes), in_memory = own("in_memory");
  const std::string attributes =
      " __attribute__((vector_size(" + count + " * sizeof(" + type + ")), may_alias";
  out += "\n// " + count + " states side by side; " + in_memory +
         ": where callers have them, aligned like one number.\n";
  out += "typedef " + type + " " + value() + attributes + "));\n";
  out += "typedef " + type + " " + in_memory + attributes + ", aligned(sizeof(" + type + "))));\n";
  return out;
}

std::string Dialect::sines(const std::vector<std::string>& angles, const std::string& suffix) const {
  const auto lanes = std::size_t(options_.lanes);
  const std::size_t count = angles.size() * lanes;
  const std::string size = suffix + "[" + std::to_string((count + 7) / 8 * 8 / lanes) + "]";
  std::string out = "  const " + value() + " angle" + size + " = {";
  for (std::size_t i = 0; i < angles.size(); ++i) out += (i == 0 ? "" : ", ") + angles[i];
  out += "};\n  " + value() + " sine" + size + ", cosine" + size + ";\n  " + own("sines_and_cosines") + "(" +
         std::to_string(count);
  for (const char* const array : {"angle", "sine", "cosine"}) {
    const std::string constness = array == std::string("angle") ? "const " : "";
    out += ", " + (has_lanes() ? "(" + constness + real() + "*)" : "") + array + suffix;
  }
  return out + ");\n";
}

}  // namespace sinew
