extension ProgressManager {
  /// The progress of one reading or writing, in hundredths, and a part of its caller's where that was
  /// handed in.
  static func hundredths(of whole: consuming Subprogress?) -> ProgressManager {
    switch consume whole {
    case .some(let part): part.start(totalCount: 100)
    case .none: ProgressManager(totalCount: 100)
    }
  }
}
