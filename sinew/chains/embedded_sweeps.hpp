// Runs the filter and the smoother over links in no loop and over compound bodies. A part of
// chains/constraint_embedding.hpp, which states the equations.
#pragma once

#include "sinew/chains/constraint_embedding.hpp"

namespace sinew {

template <Scalar T>
template <bool biased>
void EmbeddedTree<T>::embed(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work,
                            const Constraints<T>& constraints, const T* v) {
  independent_.clear();
  for (Step& step : steps_) {
    step.u = size();
    if (step.compound < 0) {
      for (int i = 0; i < step.count; ++i) independent_.push_back(step.v + i);
      continue;
    }
    CompoundBody<T>& body = compounds_[std::size_t(step.compound)];
    body.template embed<biased>(tree, work, constraints, v);
    for (const int freedom : body.independent()) independent_.push_back(body.velocity_index(freedom));
  }
}

template <Scalar T>
void EmbeddedTree<T>::inward_covariances(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  ArticulatedInertia<T>* const covariance = work.covariance.data();
  for (const std::size_t k : sums_) covariance[k] = {};
  ArticulatedInertia<T> carried{};
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (step->compound >= 0) {
      compounds_[std::size_t(step->compound)].inward_covariance(tree, work);
      continue;
    }
    const std::size_t k = step->link;
    ArticulatedInertia<T> P{};
    if (handing_[k].from_next) P = carried;
    P += tree.links[k].inertia;
    if (handing_[k].through_memory) P = P + covariance[k];
    covariance[k] = P;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      const auto* armature = tree.armature.data() + joint.link.v;
      Measurement<T>* out = work.measurement.data() + joint.link.v;
      if constexpr (std::derived_from<std::remove_cvref_t<decltype(joint)>, StepJoint<T>>) {
        if (parent == 0) return filter::update(joint, P, armature, out);
        carried = filter::with_updated(joint, P, armature, out, [&](const auto& plus) SINEW_INLINE_LAMBDA {
          return joint.to_parent(plus);
        });
      } else {
        carried = filter::past_placed_joint(joint, covariance[k], armature, out);
      }
      if (parent != 0 && !(handing_[parent].from_next && parent + 1 == k))
        covariance[parent] = covariance[parent] + carried;
    });
  }
}

// With a the bias acceleration of a joint, P a is added to the state z before the innovation is computed, and a is
// added to the costate after the joint's acceleration.
template <Scalar T>
template <bool biased>
void EmbeddedTree<T>::inward_states(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v,
                                    const T* tau) {
  Force<T>* const force = work.force.data();
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (step->compound >= 0) {
      compounds_[std::size_t(step->compound)].template inward_state<biased>(tree, work, v, tau);
      continue;
    }
    const std::size_t k = step->link;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      Force<T> z = force[k];
      if constexpr (biased) z += work.covariance[k] * joint.bias(work.velocity[k], v + link.v);
      filter::update_state(joint, z, tau + link.v, work.measurement.data() + link.v);
      if (link.parent != 0) force[link.parent] += joint.force_to_parent(z);
    });
  }
}

template <Scalar T>
template <bool biased>
void EmbeddedTree<T>::outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, T* a) {
  for (const Step& step : steps_) {
    if (step.compound >= 0) {
      compounds_[std::size_t(step.compound)].template outward<biased>(tree, work, v, a);
      continue;
    }
    const std::size_t k = step.link;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      Motion<T> lambda = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      for (int i = 0; i < joint.count(); ++i) {
        const Measurement<T>& m = work.measurement[std::size_t(first + i)];
        const T rate = m.inverse_variance * m.innovation - dot(m.gain, lambda);
        a[first + i] = rate;
        joint.advance_one(lambda, i, rate);
      }
      if constexpr (biased) lambda += joint.bias(work.velocity[k], v + first);
      work.acceleration[k] = lambda;
    });
  }
}

template <Scalar T>
void EmbeddedTree<T>::compute_filter(Workspace<T>& work) {
  inward_covariances(*work.tree, work);
  const auto name_of = [&](int freedom) {
    for (const JointInfo& joint : work.model.joints()) {
      if (freedom < joint.v_index + joint.v_size) return joint.name;
    }
    return std::string();
  };
  for (const Step& step : steps_) {
    bool regular = true;
    if (step.compound >= 0) {
      regular = compounds_[std::size_t(step.compound)].is_regular();
    } else {
      for (int i = step.v; i < step.v + step.count; ++i) {
        const T& inverse = work.measurement[std::size_t(i)].inverse_variance;
        regular &= inverse > T(0) && edge::all_finite(&inverse, 1);
      }
    }
    if (!regular) edge::singular_joint(name_of(step.v).c_str());
  }
}

}  // namespace sinew
