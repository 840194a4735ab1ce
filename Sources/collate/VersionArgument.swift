import Control
import Reconciliation

/// The versions of a document as they are numbered for people: what is the content now has no
/// number, and 1 is the one before it.
struct VersionList: Sendable {
  var current: Wire.DocumentVersion?
  var past: [Wire.DocumentVersion]

  init(_ versions: [Wire.DocumentVersion]) {
    current = versions.first { $0.reason == "current" }
    past = versions.filter { $0.reason != "current" }
  }

  /// The newest version whose content is another than now.
  var previous: Wire.DocumentVersion? {
    past.first { $0.digest != current?.digest }
  }

  /// The version that a number or the beginning of a digest means.
  ///
  /// Up to three digits are a number: nobody tells digests apart by three.
  func version(_ word: String) throws(Failure) -> Wire.DocumentVersion {
    let advice = ["Its versions: collate log DOC"]
    if word.utf8.count <= 3, let number = Int(word) {
      guard past.indices.contains(number - 1) else {
        throw Failure(
          .notFound, "there is no version \(number), only 1 to \(past.count)", advice: advice)
      }
      return past[number - 1]
    }
    let digits = word.lowercased()
    guard digits.utf8.count >= 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw .usage(
        "\(displayed(word)) is neither a version's number nor at least 4 digits of its digest",
        verb: nil, advice: advice)
    }
    let found = ([current].compactMap(\.self) + past).filter { $0.digest.hasPrefix(digits) }
    guard let first = found.first else {
      throw Failure(.notFound, "no version's digest begins with \(digits)", advice: advice)
    }
    if Set(found.map(\.digest)).count > 1 {
      throw Failure(
        .usage, "several versions' digests begin with \(digits): give more of its digits",
        advice: advice)
    }
    return first
  }
}

extension Invocation {
  func versions(_ place: DocumentPlace) throws(Failure) -> VersionList {
    VersionList(try daemon.call(ListVersions.self, parameters(place)).versions)
  }
}
