// Sorts the children of a <body>, <worldbody> or <replicate> by kind. A <frame> disappears: its children take its place,
// together with its pose and its class.
#pragma once

#include <optional>
#include <vector>

#include "sinew/io/internal/mjcf/attributes.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::mjcf {

struct Reading;

struct Placed {
  Element element;
  Transform<double> frame;  // of the frames around the element, in the body
  int class_index;          // default class given by the childclass of bodies and frames
};

struct Contents {
  std::vector<Placed> joints, geoms, sites;
  std::vector<Placed> children;  // <body>, <replicate> and <attach>, in the order of the file
  std::optional<Placed> inertial;
};

Contents contents_of(Element element, int class_index, const AttributeReader& reader, Reading& reading);

}  // namespace sinew::mjcf
