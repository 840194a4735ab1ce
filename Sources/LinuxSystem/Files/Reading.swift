import Glibc

extension Descriptor {
  /// The bytes in a range, cut at the file's end. The file's own offset stays.
  ///
  /// Wraps `pread(2)`.
  package func read(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    try read(at: offset, count: count, enough: count)
  }

  /// As above, but done once just `enough` bytes came.
  private func read(
    at offset: Int64, count: Int, enough: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      do throws(SystemError) {
        filled = try fill(UnsafeMutableRawBufferPointer(buffer), at: offset, enough: enough)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The whole file from its start, or nil where it has more than `limit` bytes, of which one
  /// more at most is read. The size from `stat` is only a hint: the file may grow meanwhile, and
  /// those of `/proc` claim to be empty. Where one byte more was asked for and just that size was
  /// there, it was the end, which need not be asked for again.
  ///
  /// Wraps `pread(2)`.
  package func readAll(limit: Int, expected: Int64 = 0) throws(SystemError) -> [UInt8]? {
    let first = Int(clamping: min(max(expected, 0), Int64(limit))) + 1
    var bytes = try read(at: 0, count: first, enough: first > 1 ? first - 1 : first)
    guard bytes.count == first else { return bytes }
    while bytes.count <= limit {
      let wanted = min(max(bytes.count, 64 << 10), limit - bytes.count + 1)
      let more = try read(at: Int64(bytes.count), count: wanted)
      bytes.append(contentsOf: more)
      if more.count < wanted { return bytes.count <= limit ? bytes : nil }
    }
    return nil
  }

  /// What is there to read from a pipe, a socket or a queue: at most `count` bytes, empty at its
  /// end. Throws `.wouldBlock` where nothing is there and it is non-blocking.
  ///
  /// Wraps `read(2)`.
  package func readAvailable(upTo count: Int) throws(SystemError) -> [UInt8] {
    try LinuxSystem.readAvailable(from: raw, upTo: count)
  }

  /// Fills as much of the buffer as the file has: a read may give less than was asked for.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64, enough: Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, filled != enough {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try retrying("pread") {
        pread(raw, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

/// Reads what is there from a number that someone else owns.
func readAvailable(from raw: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
    do throws(SystemError) {
      filled = try retrying("read") { read(raw, buffer.baseAddress, buffer.count) }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}
