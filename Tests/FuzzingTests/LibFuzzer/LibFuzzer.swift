import FoundationEssentials

/// Hands the target that `COLLATE_FUZZ` names to libFuzzer, with the arguments that are libFuzzer's.
@main enum LibFuzzer {
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["COLLATE_FUZZ"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("COLLATE_FUZZ is one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments) { start, count in
      do {
        try LibFuzzer.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
      } catch {
        fatalError("\(LibFuzzer.chosen): \(error)")
      }
      return 0
    }
  }
}

/// libFuzzer's own loop, which is linked by `-sanitize=fuzzer`: `FuzzerInterface.h` of LLVM.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
