// sinew's own methods for the jobs. The first is the general recursion, one state at a time; the others are compared
// with it like the peers.
#pragma once

#include "bench/peer.hpp"
#include "sinew/model/model.hpp"
#include "sinew/scalar/counted.hpp"

namespace bench {

inline constexpr char sinew_name[] = "sinew";
inline constexpr char planar_name[] = "sinew-planar";
inline constexpr char batch_name[] = "sinew-batch";
inline constexpr char batch_threads_name[] = "sinew-batch-threads";
inline constexpr char compiled_name[] = "sinew-compiled";
inline constexpr char compiled_batch_name[] = "sinew-compiled-batch";
inline constexpr char long_chain_name[] = "sinew-long-chain";

// `tip`: the body of jobs that concern one body.
std::unique_ptr<Peer> make_sinew(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_planar(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_batch(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_batch_threads(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_compiled(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_compiled_batch(const sinew::Model& model, const std::string& tip);
std::unique_ptr<Peer> make_sinew_long_chain(const sinew::Model& model, const std::string& tip);

struct Method {
  std::string name;
  std::unique_ptr<Peer> (*make)(const sinew::Model& model, const std::string& tip);
};
// The methods in addition to the general recursion, on planar chains (true) or on other robots (false).
std::span<const Method> methods(bool planar);

inline bool is_sinew(const std::string& library) {
  return library.starts_with(sinew_name);
}

Work work_of(const sinew::Operations& operations);
// The operations that the general recursion executes, counted by running it on Counted.
std::optional<Work> counted_work(const sinew::Model& model, Job job);

}  // namespace bench
