/// A size as a person reads it: "1 byte", "57 bytes".
func byteCount(_ count: Int) -> String {
  count == 1 ? "1 byte" : "\(count) bytes"
}

/// What can be said of two different contents when nothing is known of what they mean.
func bytesInWords(old: [UInt8], new: [UInt8]) -> [String] {
  let sizes =
    old.count == new.count
    ? "still " + byteCount(new.count) : "\(old.count) to " + byteCount(new.count)
  if new.isEmpty { return ["emptied; it held " + byteCount(old.count)] }
  if new.starts(with: old) { return [byteCount(new.count - old.count) + " added at the end"] }
  if old.starts(with: new) { return ["cut off after " + byteCount(new.count) + " of \(old.count)"] }
  let first = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
  return ["content changed from byte \(first) on, \(sizes)"]
}
