# Reads .ci/advisories.tsv, then lines of packages with their versions; prints the advisories that concern them.

# -1, 0 or 1: how two versions compare by the rules of semantic versioning.
function compare(a, b,   i, x, y, m, n) {
  sub(/\+.*/, "", a); sub(/\+.*/, "", b)
  m = split_version(a, x); n = split_version(b, y)
  for (i = 1; i <= 3; i++) if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1
  if (m == 0 || n == 0) return (m == 0) - (n == 0)
  for (i = 4; i <= 3 + m && i <= 3 + n; i++) {
    if (x[i] == y[i]) continue
    if (x[i] ~ /^[0-9]+$/ && y[i] ~ /^[0-9]+$/) return x[i] + 0 < y[i] + 0 ? -1 : 1
    if (x[i] ~ /^[0-9]+$/) return -1
    if (y[i] ~ /^[0-9]+$/) return 1
    return x[i] "" < y[i] "" ? -1 : 1
  }
  return m < n ? -1 : m > n
}

# The three numbers of a version, and the parts of its prerelease, whose number is returned.
function split_version(version, parts,   dash, rest, numbers, i, count) {
  dash = index(version, "-")
  rest = dash ? substr(version, dash + 1) : ""
  split(dash ? substr(version, 1, dash - 1) : version, numbers, ".")
  for (i = 1; i <= 3; i++) parts[i] = numbers[i] + 0
  count = split(rest, numbers, ".")
  for (i = 1; i <= count; i++) parts[3 + i] = numbers[i]
  return count
}

# The first version that is not compatible with one that may lack its last numbers.
function next_breaking(version,   numbers, count) {
  sub(/[-+].*/, "", version)
  count = split(version, numbers, ".")
  if (numbers[1] + 0 > 0 || count == 1) return numbers[1] + 1 ".0.0"
  if (numbers[2] + 0 > 0 || count == 2) return "0." numbers[2] + 1 ".0"
  return "0.0." numbers[3] + 1
}

# Whether a version fulfils all conditions of a range, which are separated by commas.
function is_in(version, range,   conditions, count, i, sign, bound, order) {
  count = split(range, conditions, ",")
  for (i = 1; i <= count; i++) {
    bound = conditions[i]
    gsub(/ /, "", bound)
    sign = bound
    sub(/[0-9].*/, "", sign)
    bound = substr(bound, length(sign) + 1)
    if (bound == "" || sign !~ /^(|\^|=|<|>|<=|>=)$/) {
      print "a range that is not understood: " range
      return 0
    }
    order = compare(version, bound)
    if (sign == "" || sign == "^") {
      if (order < 0 || compare(version, next_breaking(bound)) >= 0) return 0
    } else if (!(sign ~ /=/ && order == 0 || sign ~ />/ && order > 0 || sign ~ /</ && order < 0)) return 0
  }
  return count > 0
}

FILENAME ~ /\.tsv$/ {
  if (!/^#/) { split($0, field, "\t"); known[field[1]] = known[field[1]] "\n" $0 }
  next
}
{
  count = split(substr(known[$1], 2), rows, "\n")
  for (row = 1; row <= count; row++) {
    split(rows[row], field, "\t")
    ranges = split(field[4], range, ";")
    is_free = field[3] == "notice"
    for (i = 1; i <= ranges; i++) if (is_in($2, range[i])) is_free = 1
    if (!is_free) print $1 " " $2 ": " field[2] ", " field[3]
  }
}
