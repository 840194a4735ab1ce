import CLinux
import Glibc

/// Opens a path that may lead through symbolic links: for roots and the state's own files, whose
/// paths a person wrote. A relative one starts at the working directory.
///
/// Wraps `open(2)`.
package func openPath(
  _ path: [UInt8], _ options: OpenOptions, mode: UInt32 = 0o600
) throws(SystemError) -> Descriptor {
  Descriptor(
    owning: try retrying("open", path: path) { path in
      openat(AT_FDCWD, path, options.flags, mode)
    })
}

extension Descriptor {
  /// Opens what lies beneath this directory; no step may be a symbolic link, the last included.
  ///
  /// An empty path opens the directory itself anew. A symbolic link gives `.symbolicLink`, or
  /// `.notDirectory` where a directory is asked for, and everywhere but at the end on kernels
  /// without `openat2`; with `.place` alone the link itself is opened. A
  /// path with an empty, `.` or `..` component is refused as invalid. With `staysOnMount`, what lies
  /// on another mount, a bind mount included, gives `.crossesDevices`, as far as the kernel can tell.
  ///
  /// Wraps `openat2(2)`; where the kernel or a sandbox lacks it, `openat(2)` a component.
  package func open(
    beneath path: [UInt8], _ options: OpenOptions, mode: UInt32 = 0o600, staysOnMount: Bool = false
  ) throws(SystemError) -> Descriptor {
    let directory = raw
    guard !path.isEmpty else {
      return try retryingOpen("openat", path) {
        openat(directory, ".", options.flags, mode)
      }
    }
    guard isBeneath(path) else { throw SystemError(call: "openat2", errno: .invalid, path: path) }
    let flags = options.flagsNoFollow
    // The kernel, unlike for openat, refuses a mode without O_CREAT or O_TMPFILE.
    let creates = options.contains(.create) || options.contains(.unnamed)
    let mounts = staysOnMount ? clinux_resolve_no_mounts : 0
    do {
      return Descriptor(
        owning: try retrying("openat2", path: path) { path in
          clinux_openat2(
            directory, path, UInt64(UInt32(bitPattern: flags)), creates ? UInt64(mode) : 0,
            clinux_resolve_beneath | clinux_resolve_no_symlinks | clinux_resolve_no_magiclinks
              | mounts)
        })
    } catch {
      // Sandboxes answer calls that they do not know with either.
      guard error.errno == .notImplemented || error.errno == .notPermitted else { throw error }
      return try openStepwise(path, flags: flags, mode: mode)
    }
  }

  /// Opens a document to be read. What turns out to be a FIFO or a device does not block and
  /// does not become the terminal of this process; the caller asks `status()` for the kind.
  ///
  /// Wraps `openat2(2)`.
  package func openDocument(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(beneath: path, [.readOnly, .nonBlocking])
  }

  /// Opens a directory to be listed and worked in.
  ///
  /// Wraps `openat2(2)`.
  package func openDirectory(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(beneath: path, [.readOnly, .directory])
  }

  /// Opens a directory only as a place for `*at` calls, which needs no permission to read it.
  ///
  /// Wraps `openat2(2)`.
  package func openPlace(_ path: [UInt8]) throws(SystemError) -> Descriptor {
    try open(beneath: path, [.place, .directory])
  }

  /// The step-by-step way of `open(beneath:_:mode:)`; internal for its test.
  func openStepwise(
    _ path: [UInt8], flags: Int32, mode: UInt32
  ) throws(SystemError) -> Descriptor {
    let names = path.split(separator: UInt8(ascii: "/")).map(Array.init)
    var directory = try duplicate()
    for name in names.dropLast() {
      let number = directory.raw
      let step = ([.place, .directory] as OpenOptions).flagsNoFollow
      directory = try retryingOpen("openat", path) { openat(number, terminated(name), step) }
    }
    let number = directory.raw
    let last = terminated(names.last ?? [])
    return try retryingOpen("openat", path) { openat(number, last, flags, mode) }
  }
}

private func retryingOpen(
  _ call: String, _ path: [UInt8], _ body: () -> Int32
) throws(SystemError) -> Descriptor {
  Descriptor(owning: try retrying(call, path: path, body))
}

/// Whether every component is a name, so that the path cannot lead out.
private func isBeneath(_ path: [UInt8]) -> Bool {
  var rest = path[...]
  while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
    guard isComponent(rest[..<slash]) else { return false }
    rest = rest[(slash + 1)...]
  }
  return isComponent(rest)
}
