extension NSFileCoordinator {
  /// What a reading is for. Locks are the same for all of them: the options are there so that
  /// programs written for Apple's coordinator say what they say there.
  public struct ReadingOptions: OptionSet, Hashable, Sendable {
    /// One bit an option.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The file is read as it is; nobody is asked to save first.
    public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
    /// The accessor gets the place that a symbolic link leads to.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
    /// Only what is known of the file is read, not its content.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
    /// The file is read to be sent elsewhere.
    public static let forUploading = ReadingOptions(rawValue: 1 << 3)
  }

  /// What a writing is for. Locks are the same for all of them.
  public struct WritingOptions: OptionSet, Hashable, Sendable {
    /// One bit an option.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The item is deleted.
    public static let forDeleting = WritingOptions(rawValue: 1 << 0)
    /// The item is moved or renamed.
    public static let forMoving = WritingOptions(rawValue: 1 << 1)
    /// The item is changed from what it is.
    public static let forMerging = WritingOptions(rawValue: 1 << 2)
    /// The item is replaced by another, which may be new.
    public static let forReplacing = WritingOptions(rawValue: 1 << 3)
    /// Only what is known of the item is changed, not its content.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 1 << 4)
  }
}
