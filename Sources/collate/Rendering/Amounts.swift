/// "1 document", "12 documents", with the thousands kept apart.
func counted(_ count: Int64, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  counted(Int64(count), noun, plural: plural)
}

/// "98 765": a blank between thousands, which no language takes for a decimal point.
func grouped(_ number: Int64) -> String {
  let digits = String(number.magnitude)
  guard digits.count > 4 else { return String(number) }
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += " " }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text
}

/// A number of bytes in the unit that suits it: "12 B", "3.4 KiB", "120 MiB".
func size(_ bytes: Int64) -> String {
  if bytes.magnitude < 1024 { return "\(bytes) B" }
  var units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][...]
  var amount = bytes.magnitude
  while amount >= 1 << 20, units.count > 1 {
    amount /= 1024
    units = units.dropFirst()
  }
  let tenths = amount * 10 / 1024
  let number = tenths >= 100 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  return (bytes < 0 ? "-" : "") + number + " " + (units.first ?? "")
}

/// "[██████░░░░]  60 %"; nil where the whole isn't known.
func progressBar(done: Int64, total: Int64, width: Int = 24) -> String? {
  guard total > 0 else { return nil }
  let part = min(max(Double(done) / Double(total), 0), 1)
  let filled = Int(part * Double(width))
  let bar =
    String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  // Rounded down: 100 % is said only when it is done.
  return "[\(bar)] \(Int(part * 100)) %"
}
