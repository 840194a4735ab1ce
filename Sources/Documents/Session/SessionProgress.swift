extension ProgressManager {
  /// The progress of one reading or writing, in hundredths, and a part of its caller's where that was
  /// handed in. `count` is more than 100 where something follows the reader or writer.
  static func hundredths(
    _ count: Int = 100, of whole: consuming Subprogress?
  ) -> ProgressManager {
    switch consume whole {
    case .some(let part): part.start(totalCount: count)
    case .none: ProgressManager(totalCount: count)
    }
  }
}
