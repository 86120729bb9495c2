// How a metric compares with that of a baseline, with an interval from forks.
#pragma once

#include <optional>
#include <span>

#include "model/result.h"

namespace micro {

// The probability with which an interval of a ratio holds the true one.
inline constexpr double ratio_confidence = 0.99;

// The ratio of the means of two independent samples, and Fieller's interval for it: all r for which mean(numerator) -
// r mean(denominator) does not differ from 0 by Student's t. (E. C. Fieller, "Some problems in interval estimation",
// J. R. Stat. Soc. B 16, 1954.) The variances may differ; the degrees of freedom are Welch and Satterthwaite's at the
// ratio that was found (A. C. Tamhane and B. R. Logan, "Finding the maximum safe dose level for heteroscedastic data",
// J. Biopharm. Stat. 14, 2004), as in ttestratio() of R's package mratios. The ends are NaN below two samples on either
// side. Where the denominator is so uncertain that it may be 0 the interval has no upper end (infinity). The ratio is
// NaN unless both means are positive.
Ratio ratio_of_means(std::span<const double> numerator, std::span<const double> denominator);

// How much better the contender is: above 1 it is better (less time per op, more ops per time), below 1 worse. The
// value is that of the scores; the interval takes the means of forks for the independent samples that they are. Absent
// where there is no such number: other units, a score that is not positive.
std::optional<Ratio> performance_ratio(const Metric& contender, const Metric& baseline);

}  // namespace micro
