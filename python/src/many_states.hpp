// Helpers of functions that compute one or many states: the number type of a call, states without a result, and loops
// over states.
#pragma once

#include <algorithm>
#include <limits>

#include "arrays.hpp"
#include "robot.hpp"

namespace sinew::python {

// Calls compute<T>() with the number type of the arguments.
template <class Compute>
decltype(auto) in_type_of(const Arguments& arguments, Compute&& compute) {
  return arguments.is_float() ? compute.template operator()<float>() : compute.template operator()<double>();
}

// Warns of states without a result; throws std::domain_error if it is the only state of the call.
void warn_of_failures(const char* function, std::size_t states, const BatchReport& report, bool is_single);

// Computes one state after the other: `call(i)` for each. States that throw get NaN in `results`.
template <class T, class Call>
void each_state(const char* function, const Arguments& arguments, std::span<const VectorView<T>> results,
                Call&& call) {
  if (arguments.is_single()) return call(std::size_t(0));
  const std::size_t states = arguments.states();
  BatchReport report;
  {
    const WithoutGil without(true);
    for (std::size_t i = 0; i < states; ++i) {
      try {
        call(i);
      } catch (const ImpossibleRobot&) {
        throw;
      } catch (const std::exception&) {
        for (const VectorView<T>& result : results) {
          const std::size_t numbers = result.size() / states;
          std::fill_n(result.data() + i * numbers, numbers, std::numeric_limits<T>::quiet_NaN());
        }
        if (report.failed++ == 0) report.first_failed = i;
      }
    }
  }
  warn_of_failures(function, states, report, false);
}

template <class T>
In<T> part(const Arguments& arguments, std::size_t argument, std::size_t state, int numbers) {
  return {arguments.of<T>(argument) + state * std::size_t(numbers), std::size_t(numbers)};
}

}  // namespace sinew::python
