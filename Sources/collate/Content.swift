import Control
import FoundationEssentials
import Reconciliation

/// Contents cross the socket in base64.
enum Content {
  static func encoded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }

  static func decoded(_ text: String) throws(Failure) -> [UInt8] {
    guard let data = Data(base64Encoded: text) else {
      throw Failure(
        .internalError, "the daemon sent a content that is not base64",
        advice: ["Are collate and collated of one version? collate version"])
    }
    return Array(data)
  }
}

extension Invocation {
  /// A document's content now. Nil where the daemon has none to give: it is too large, or its
  /// document is deleted.
  func currentContent(_ place: DocumentPlace) throws(Failure) -> [UInt8]? {
    let reply = try daemon.call(GetDocument.self, parameters(place))
    if let text = reply.content { return try Content.decoded(text) }
    guard let digest = reply.document.digest else { return nil }
    let kept: GetVersion.Reply
    do {
      kept = try daemon.attempt(
        GetVersion.self, GetVersion.Parameters(digest: digest, library: place.library))
    } catch {
      guard case .answered(.noSuchVersion) = error else { throw Failure(error) }
      return nil
    }
    return try Content.decoded(kept.content)
  }

  /// `content`, or that of a kept version where there is none.
  func content(
    _ content: [UInt8]?, orOf digest: String, in library: String?
  ) throws(Failure) -> [UInt8] {
    if let content { return content }
    return try self.content(of: digest, in: library)
  }

  /// The content of a kept version.
  func content(of digest: String, in library: String?) throws(Failure) -> [UInt8] {
    let parameters = GetVersion.Parameters(digest: digest, library: library)
    return try Content.decoded(try daemon.call(GetVersion.self, parameters).content)
  }
}
