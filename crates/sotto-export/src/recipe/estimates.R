# Makes the estimates and standard errors of a survey again, from its noisy counts.
#
#   Rscript THIS-FILE > estimates.csv
#
# It needs nothing but R itself: the counts and the probabilities of the perturbation are below.
# @POPULATION@
#
# A report supports the true category with probability p and any other with probability q. Of n
# reports c support a category:
#
#   estimate        f = (c/n - q) / (p - q), unbiased: it may lie below 0 or above 1
#   standard error  where the noise alone is random ("noise"):
#                       Var = q(1 - q)/(n(p - q)^2) + f(1 - p - q)/(n(p - q))
#                   where it is random, too, who reported ("noise-and-sample"):
#                       s = q + f(p - q),  Var = s(1 - s)/(n(p - q)^2)
#                   and in both, for sketches, collisions * (1 - f)^2 more,
#                   with f cut at 0 and 1.

counts <- read.csv(colClasses = c(
  question = "character", part = "character", category = "character", random = "character",
  reports = "numeric", count = "numeric", p = "numeric", q = "numeric", collisions = "numeric",
  estimate = "numeric", standard_error = "numeric"
), na.strings = "NA", text = "
@COUNTS@
")

with_estimates <- function(counts) {
  gap <- counts$p - counts$q
  share <- (counts$count / counts$reports - counts$q) / gap
  cut <- pmin(pmax(share, 0), 1)
  support <- counts$q + cut * gap
  noise <- counts$q * (1 - counts$q) / (counts$reports * gap^2) +
    cut * (1 - counts$p - counts$q) / (counts$reports * gap)
  sample <- support * (1 - support) / (counts$reports * gap^2)
  variance <- pmax(ifelse(counts$random == "noise", noise, sample), 0) +
    counts$collisions * (1 - cut)^2
  data.frame(
    counts[c("question", "part", "category", "reports", "count")],
    estimate = share, standard_error = sqrt(variance)
  )
}

# The probability that a report supports the row's category if the truth is the column's. Where a
# report names one category this is PW of the package RRreg (model "custom").
channel <- function(question, part = "") {
  rows <- counts[counts$question == question & counts$part == part, ]
  matrix <- matrix(rows$q, nrow(rows), nrow(rows), dimnames = list(rows$category, rows$category))
  diag(matrix) <- rows$p
  matrix
}

estimates <- with_estimates(counts)
known <- !is.na(counts$estimate) & !is.na(estimates$estimate)
greatest <- max(
  0,
  abs(estimates$estimate - counts$estimate)[known],
  abs(estimates$standard_error - counts$standard_error)[known]
)
if (!interactive()) {
  write.csv(estimates[!is.na(estimates$estimate), ], row.names = FALSE)
  message(sum(known), " estimates; greatest difference ", signif(greatest, 3))
  quit(status = as.integer(greatest > 1e-9))
}
