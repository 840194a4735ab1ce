public import FoundationEssentials
import LinuxSystem

/// Writes a document through a file wrapper, and of a package only what is different.
public struct FileWrapperDocumentWriter<Snapshot>: DocumentWriter, Sendable {
  private let makeFileWrapper: @Sendable (Snapshot, FileWrapper?) async throws -> FileWrapper

  /// A writer that makes a file of a snapshot, in the background.
  ///
  /// The closure's second value is what was last written or read of the document, nil for a new one.
  /// It may be changed and returned, or its members put into another: what is left of it as it was
  /// is not written again. Members that the document doesn't know stay for as long as they are in it.
  public init(
    _ configuration: sending DocumentWriteConfiguration,
    makeFileWrapper: @escaping @Sendable (Snapshot, FileWrapper?) async throws -> FileWrapper
  ) {
    self.makeFileWrapper = makeFileWrapper
  }

  /// Makes the file and puts it in place in one step; see `FileWrapper.write`. Where nothing is
  /// different, nothing is touched. Throws what the closure throws, a `CocoaError` with the path and
  /// the cause, or a `FileChangedError`; the document on disk is then as it was.
  @concurrent
  public func write(
    snapshot: sending Snapshot, to destination: sending URL, previous: sending Snapshot?,
    progress: consuming Subprogress
  ) async throws {
    let target = try await WritingTarget.find(destination)
    let wrapper = try await makeFileWrapper(snapshot, target.existing)
    let record = try await target.write(try wrapper.frozen(), progress)
    wrapper.note(record, at: target.location, isHome: true)
  }
}
