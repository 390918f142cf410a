// Numbers with units, compared with conversions by hand.
#include "sinew/base/unit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew::test::unit_test {

using namespace dimension;

double value_of(const char* text, const Dimensions& expected) {
  const auto number = number_with_unit(text, expected);
  EXPECT_TRUE(number.has_value()) << text;
  if (!number) return std::nan("");
  EXPECT_EQ(number->problem, "");
  return number->value;
}
std::string problem_of(const char* text, const Dimensions& expected) {
  const auto number = number_with_unit(text, expected);
  EXPECT_TRUE(number.has_value()) << text;
  return number ? number->problem : "";
}

TEST(Unit, NumbersAreConvertedToSiUnits) {
  EXPECT_DOUBLE_EQ(value_of("90deg", {angle}), M_PI / 2);
  EXPECT_DOUBLE_EQ(value_of("-0.25 rev", {angle}), -M_PI / 2);
  EXPECT_DOUBLE_EQ(value_of("10mm", {length}), 0.01);
  EXPECT_DOUBLE_EQ(value_of("1e3um", {length}), 1e-3);
  EXPECT_DOUBLE_EQ(value_of("2in", {length}), 0.0508);
  EXPECT_DOUBLE_EQ(value_of("+250g", {mass}), 0.25);
  EXPECT_DOUBLE_EQ(value_of("5ms", {dimension::time}), 5e-3);
  EXPECT_DOUBLE_EQ(value_of("1.5 h", {dimension::time}), 5400);
  EXPECT_DOUBLE_EQ(value_of("30rpm", {angular_velocity}), M_PI);
  EXPECT_DOUBLE_EQ(value_of("180deg/s", {angular_velocity}), M_PI);
  EXPECT_DOUBLE_EQ(value_of("36km/h", {dimension::velocity}), 10);
  EXPECT_DOUBLE_EQ(value_of("-981cm/s^2", {dimension::acceleration}), -9.81);
  EXPECT_DOUBLE_EQ(value_of("-9.81m/s/s", {dimension::acceleration}), -9.81);
  EXPECT_DOUBLE_EQ(value_of("2kg*m^2", {inertia}), 2);
  EXPECT_DOUBLE_EQ(value_of("3mNm", {torque}), 3e-3);
  EXPECT_DOUBLE_EQ(value_of("3N m", {torque}), 3);
  EXPECT_DOUBLE_EQ(value_of("4Nm/deg", {angular_stiffness, stiffness}), 720 / M_PI);
  EXPECT_DOUBLE_EQ(value_of("5N/mm", {angular_stiffness, stiffness}), 5000);
  EXPECT_DOUBLE_EQ(value_of("2N*s/m", {damping}), 2);
  EXPECT_DOUBLE_EQ(value_of("4s^-2", {rate_squared}), 4);
}

TEST(Unit, ANumberAloneOrATextThatIsNoNumberIsNotANumberWithUnit) {
  for (const char* text : {"1", "-2.5e3", "", "two", "deg", "1 2", "0x10", "1,2", "1deg,", "1m/", "1m^x",
                           "1*m", "nan", "inf", "infs", "1 %", "1m//s", "1 2m"})
    EXPECT_FALSE(number_with_unit(text, {length}).has_value()) << text;
}

TEST(Unit, AUnitOfTheWrongDimensionIsAProblemThatNamesTheExpectedUnit) {
  EXPECT_EQ(problem_of("3kg", {dimension::time}), "'3kg' has the unit kg; expected s, as in 5ms or 0.5s");
  EXPECT_EQ(problem_of("3m", {}), "'3m' has the unit m; expected a number without unit");
  EXPECT_EQ(problem_of("1deg", {length}), "'1deg' has the unit deg; expected m, as in 10mm or 0.1m");
  EXPECT_EQ(problem_of("1s", {angular_velocity}),
            "'1s' has the unit s; expected rad/s, as in 30rpm, 10deg/s or 2rad/s");
  EXPECT_EQ(problem_of("1Nm", {angular_stiffness, stiffness}),
            "'1Nm' has the unit Nm; expected N*m/rad or N/m");
  EXPECT_EQ(problem_of("1m", {inertia}), "'1m' has the unit m; expected kg*m^2");
  EXPECT_EQ(problem_of("1m", {rate_squared}), "'1m' has the unit m; expected 1/s^2");
}

TEST(Unit, AnUnknownUnitIsAProblemThatSuggestsASimilarOne) {
  EXPECT_NE(problem_of("3degs", {angle}).find("unknown unit 'degs': did you mean 'deg'?"), std::string::npos)
      << problem_of("3degs", {angle});
}

TEST(Unit, AValueThatOverflowsIsAProblem) {
  EXPECT_EQ(problem_of("1e308km", {length}), "'1e308km' is out of range");
}

}  // namespace sinew::test::unit_test
