import LinuxSystem

/// What the kernel tells: any bytes are events, or none.
func fuzzWatchEvents(_ bytes: [UInt8]) throws {
  let events = InotifyEvent.decode(bytes)
  try require(events.count <= bytes.count / 16, "there are more events than fit")
  for event in events {
    try require(!event.name.contains(0), "a name holds a NUL")
  }
}
