// Numbers as JMH prints them, in any locale: rounded half up on the shortest decimal digits that name the double (what
// Java does), not on its binary value (what printf does): 1.0005 is "1.001".
#pragma once

#include <string>

namespace micro {

// `decimals` digits after the point, never an exponent: "1.001"; "NaN", "Infinity", "-Infinity".
std::string fixed_text(double value, int decimals);

// A score in a table: three decimals. What would round to 0.000 is given as its power of ten instead, "≈ 10⁻⁵", and "≈
// 0" where there is none (zero and, as JMH does it, all that is negative).
std::string score_text(double score);
std::string latex_score_text(double score);
bool is_approximate(double score);

// An error in a table: three decimals, at least 0.001.
std::string error_text(double error);

// As Java's Double.toString, which JMH's JSON has: "10.0", "1.0E7", "5.0E-4"; "NaN", "Infinity", "-Infinity".
std::string java_text(double value);
void append_java_text(std::string& out, double value);  // of many numbers the faster way

}  // namespace micro
