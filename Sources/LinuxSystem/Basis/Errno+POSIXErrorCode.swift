package import Glibc

extension Errno {
  /// As Swift's own list has it, for errors that leave the package; nil for those not in it.
  package var code: POSIXErrorCode? { POSIXErrorCode(rawValue: rawValue) }

  /// The same error, as Swift's own list has it.
  package init(_ code: POSIXErrorCode) {
    self.init(rawValue: code.rawValue)
  }
}
