/// How the daemon ends, as `sysexits.h` has it.
enum ExitCode {
  static let done: Int32 = 0
  static let usage: Int32 = 64
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let software: Int32 = 70
  static let cantCreate: Int32 = 73
  static let configuration: Int32 = 78
}
