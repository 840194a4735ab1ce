/// The middle one; zero of none.
func median<Value: Comparable & BinaryInteger>(_ values: [Value]) -> Value {
  percentile(50, of: values)
}

/// The smallest that is not below so many of a hundred; zero of none.
func percentile<Value: Comparable & BinaryInteger>(_ percent: Int, of values: [Value]) -> Value {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, (sorted.count * percent) / 100)]
}
