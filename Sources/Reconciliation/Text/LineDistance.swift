/// How many lines differ between two contents: those only in the one and those only in the other.
package func lineDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
  if one == other { return 0 }
  return LineDiff(old: Lines(one), new: Lines(other)).hunks
    .reduce(0) { $0 + $1.old.count + $1.new.count }
}
