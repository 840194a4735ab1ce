import LinuxSystem
import Reconciliation

/// What verbs need of the machine beside the daemon, with errors in this program's terms.
struct System: Sendable {
  /// The words of the command line behind the program's name, as they came.
  static func commandLineWords() -> [[UInt8]] {
    let vector = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = vector[index] else { return nil }
      var bytes: [UInt8] = []
      var next = word
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return bytes
    }
  }

  /// Nil where it isn't set or is empty, which counts as the same everywhere.
  func environment(_ name: String) -> [UInt8]? {
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Nanoseconds since 1970.
  func now() -> Int64 { wallClock() }

  func localTime(_ nanoseconds: Int64) -> CivilTime {
    let time = LinuxSystem.localTime(at: nanoseconds)
    return CivilTime(
      year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
      second: time.second, offset: time.offset)
  }

  func pause(milliseconds: Int32) {
    var nothing: [PollEntry] = []
    do {
      _ = try wait(for: &nothing, milliseconds: milliseconds)
    } catch {
      // Who pauses looks again anyway: then it is sooner.
      return
    }
  }

  /// From now on this process ends quietly as soon as nobody reads its output any more.
  func endWithReader() throws(Failure) {
    do {
      _ = try DedicatedThread(name: "collate-reader") {
        var entries = [PollEntry(StandardStream.output.rawValue, [])]
        do {
          while entries[0].result.isEmpty { try wait(for: &entries, milliseconds: nil) }
        } catch {
          // Then the next write tells.
          return
        }
        endProcess(ExitCode.done.rawValue)
      }
    } catch {
      throw Failure(error, "no thread can be started")
    }
  }

  /// Says on the error stream what went wrong. There is nobody left to tell where that fails.
  func report(_ failure: Failure) {
    let lines = ["collate: " + failure.message] + failure.advice.map { "  " + $0 }
    say(lines.joined(separator: "\n"))
  }

  /// Says something on the error stream.
  func say(_ text: String) {
    do {
      try StandardStream.error.write(Array((text + "\n").utf8))
    } catch {
      return
    }
  }
}

// MARK: Files

extension System {
  /// The working directory. One that was deleted has no path for the kernel any more, but the shell
  /// still knows which it was: there may be another by now, or documents in it to bring back.
  func workingDirectory() throws(Failure) -> [UInt8] {
    do {
      return try LinuxSystem.workingDirectory()
    } catch {
      if error.errno == .noSuchFile, let path = environment("PWD"), path.first == UInt8(ascii: "/")
      {
        return path
      }
      throw Failure(error, "the working directory can't be told")
    }
  }

  /// The path with every symbolic link followed; nil where it leads nowhere.
  func canonicalPath(_ path: [UInt8]) -> [UInt8]? {
    do {
      return try resolvedPath(path)
    } catch {
      return nil
    }
  }

  func isDirectory(_ path: [UInt8]) -> Bool {
    do {
      return try status(ofPath: path).kind == .directory
    } catch {
      return false
    }
  }

  /// Where what is not to be seen is made: on a disk, since it may be large.
  func temporaryFolder() -> [UInt8] {
    for candidate in [environment("TMPDIR"), Array("/var/tmp".utf8)] {
      if let candidate, candidate.first == UInt8(ascii: "/"), isDirectory(candidate) {
        return candidate
      }
    }
    return Array("/tmp".utf8)
  }

  /// A file's content, or what comes from standard input for `-`.
  func contents(of path: [UInt8]) throws(Failure) -> [UInt8] {
    if path == Array("-".utf8) { return try standardInput() }
    do {
      let file = try openPath(path, .readOnly)
      if let content = try file.readAll(limit: Self.contentLimit) { return content }
    } catch {
      throw Failure(error, "\(displayed(path)) can't be read")
    }
    throw Failure(.badInput, "\(displayed(path)) is larger than \(size(Int64(Self.contentLimit)))")
  }

  private func standardInput() throws(Failure) -> [UInt8] {
    var content: [UInt8] = []
    do {
      while true {
        let piece = try StandardStream.input.read(upTo: 1 << 16)
        if piece.isEmpty { return content }
        content += piece
        if content.count > Self.contentLimit { break }
      }
    } catch {
      throw Failure(error, "standard input can't be read")
    }
    throw Failure(.badInput, "standard input is more than \(size(Int64(Self.contentLimit)))")
  }

  /// What fits in a message to the daemon, base64 being a third larger.
  static let contentLimit = 32 << 20
}

extension Failure {
  /// What the system refused.
  init(_ error: SystemError, _ what: String) {
    let said = "\(what): \(error.errno)"
    switch error.errno {
    case .noSuchFile, .notDirectory: self.init(.notFound, said)
    case .accessDenied, .notPermitted, .readOnly: self.init(.denied, said)
    case .noSpace, .quota: self.init(.cannotCreate, said, advice: ["Make room, then try again"])
    case .exists, .nameTooLong: self.init(.cannotCreate, said)
    default: self.init(.inputOutput, said)
    }
  }
}
