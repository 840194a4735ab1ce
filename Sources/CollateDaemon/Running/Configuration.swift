import Engine
import FoundationEssentials
import LinuxSystem
import Reconciliation

/// The daemon's configuration file: JSON, with comments and trailing commas allowed.
struct Configuration: Decodable {
  /// The directories to keep.
  var libraries: [Entry] = []
  /// How long a version that its reader rejects has to stay before it is believed.
  var believeAfterSeconds: Int?
  /// The same for a package, whose members may arrive one after the other.
  var believePackageAfterSeconds: Int?
  /// How long a package has to be quiet to be read.
  var packagePatienceMilliseconds: Int?
  /// How often everything is looked at without a hint; 0 for never.
  var rescanSeconds: Int?
  /// The same on a network file system.
  var networkRescanSeconds: Int?
  /// Documents over this size are known by their digest only.
  var contentLimitMiB: Int?
  /// Names this machine in conflict copies.
  var host: String?
  /// `full` or `fast`, for all libraries of which nothing else is said.
  var flush: String?

  struct Entry: Decodable {
    /// Each absolute, or beginning with `~/`; several are kept in agreement.
    var roots: [String]
    var name: String?
    /// `merge` or `copy`.
    var policy: String?
    /// Documents of which both versions are always kept, in gitignore's syntax.
    var copy: [String]?
    /// What is no document, in gitignore's syntax.
    var ignore: [String]?
    /// The root that the others follow.
    var mirror: String?
    /// Roots that are never written to.
    var readOnly: [String]?
    /// `full` or `fast`.
    var flush: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case root, roots, name, policy, copy, ignore, mirror, readOnly, flush
    }

    /// What is said of a root has to be said of one that there is.
    fileprivate func checkWays() throws(ConfigurationError) {
      for (setting, named) in [("mirror", mirror.map { [$0] } ?? []), ("readOnly", readOnly ?? [])]
      {
        for root in named where !roots.contains(root) {
          throw ConfigurationError(
            message: "\(setting) names \(displayed(root)), which is none of the library's roots "
              + "as they are written")
        }
      }
      if let readOnly, Set(readOnly) == Set(roots), roots.count > 1 {
        throw ConfigurationError(
          message: "all roots of a library are readOnly: nothing could be brought into agreement")
      }
      if mirror != nil || readOnly != nil, roots.count < 2 {
        throw ConfigurationError(
          message: "mirror and readOnly are said of roots of a library that has several")
      }
    }

    /// The library that it describes.
    func shape(
      expanding path: (String) throws(ConfigurationError) -> [UInt8]
    ) throws(ConfigurationError) -> LibraryShape {
      var paths: [[UInt8]] = []
      for root in roots { paths.append(try path(root)) }
      var unwritten: [[UInt8]] = []
      for root in readOnly ?? [] { unwritten.append(try path(root)) }
      return LibraryShape(
        roots: paths, name: name,
        policy: policy.flatMap { Situation.Policy(rawValue: $0) } ?? .merge,
        keptSideBySide: copy ?? [], ignored: ignore ?? [], source: try mirror.map(path),
        readOnly: unwritten, flush: flush.flatMap { FlushPolicy(rawValue: $0) })
    }

    init(from decoder: any Decoder) throws {
      try refuseUnknown(in: decoder, known: CodingKeys.allCases.map(\.rawValue))
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      if let several = try fields.decodeIfPresent([String].self, forKey: .roots) {
        guard !several.isEmpty, several.count <= 64, !fields.contains(.root) else {
          throw ConfigurationError(
            message: "a library has either a root, or 1 to 64 roots in a list")
        }
        roots = several
      } else {
        roots = [try fields.decode(String.self, forKey: .root)]
      }
      name = try fields.decodeIfPresent(String.self, forKey: .name)
      policy = try fields.decodeIfPresent(String.self, forKey: .policy)
      copy = try fields.decodeIfPresent([String].self, forKey: .copy)
      ignore = try fields.decodeIfPresent([String].self, forKey: .ignore)
      mirror = try fields.decodeIfPresent(String.self, forKey: .mirror)
      readOnly = try fields.decodeIfPresent([String].self, forKey: .readOnly)
      flush = try fields.decodeIfPresent(String.self, forKey: .flush)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case libraries, believeAfterSeconds, believePackageAfterSeconds, packagePatienceMilliseconds
    case rescanSeconds, networkRescanSeconds, contentLimitMiB, host, flush
  }

  init() {}

  init(from decoder: any Decoder) throws {
    try refuseUnknown(
      in: decoder,
      known: [
        "libraries", "believeAfterSeconds", "believePackageAfterSeconds",
        "packagePatienceMilliseconds", "rescanSeconds", "networkRescanSeconds", "contentLimitMiB",
        "host", "flush",
      ])
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    libraries = try fields.decodeIfPresent([Entry].self, forKey: .libraries) ?? []
    believeAfterSeconds = try fields.decodeIfPresent(Int.self, forKey: .believeAfterSeconds)
    believePackageAfterSeconds = try fields.decodeIfPresent(
      Int.self, forKey: .believePackageAfterSeconds)
    packagePatienceMilliseconds = try fields.decodeIfPresent(
      Int.self, forKey: .packagePatienceMilliseconds)
    rescanSeconds = try fields.decodeIfPresent(Int.self, forKey: .rescanSeconds)
    networkRescanSeconds = try fields.decodeIfPresent(Int.self, forKey: .networkRescanSeconds)
    contentLimitMiB = try fields.decodeIfPresent(Int.self, forKey: .contentLimitMiB)
    host = try fields.decodeIfPresent(String.self, forKey: .host)
    flush = try fields.decodeIfPresent(String.self, forKey: .flush)
  }

  /// Reads the file; a missing one is an empty configuration unless it was asked for by name.
  static func read(_ path: [UInt8], mustExist: Bool) throws(ConfigurationError) -> Configuration {
    let content: [UInt8]
    do throws(SystemError) {
      content = try openPath(path, [.readOnly]).readAll(limit: 1 << 20) ?? []
    } catch {
      if error.errno == .noSuchFile && !mustExist { return Configuration() }
      throw ConfigurationError(message: "\(displayed(path)) can't be read: \(error)")
    }
    // What is not UTF-8 ends the process in Foundation's reader of JSON5 (Swift 6.3).
    guard String(validating: content, as: UTF8.self) != nil else {
      throw ConfigurationError(
        message: "\(displayed(path)) is not UTF-8: save it in that encoding")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      let read = try decoder.decode(Configuration.self, from: Data(content))
      try read.check()
      return read
    } catch let error as ConfigurationError {
      throw ConfigurationError(message: "\(displayed(path)): \(error.message)")
    } catch let error as DecodingError {
      throw ConfigurationError(
        message: "\(displayed(path)) is not a configuration: \(sentence(error))")
    } catch {
      throw ConfigurationError(
        message: "\(displayed(path)) is not a configuration: \(displayed("\(error)"))")
    }
  }

  private func check() throws(ConfigurationError) {
    for entry in libraries {
      for root in entry.roots where !(root.hasPrefix("/") || root.hasPrefix("~/")) {
        throw ConfigurationError(
          message: "root \(displayed(root)) must be absolute or begin with ~/")
      }
      try entry.checkWays()
      if let policy = entry.policy, Situation.Policy(rawValue: policy) == nil {
        throw ConfigurationError(
          message: "policy \(displayed(policy)) is neither \"merge\" nor \"copy\"")
      }
    }
    for flush in libraries.compactMap(\.flush) + [flush].compactMap({ $0 })
    where FlushPolicy(rawValue: flush) == nil {
      throw ConfigurationError(
        message: "flush \(displayed(flush)) is neither \"full\" nor \"fast\"")
    }
    for (name, value) in [
      ("believeAfterSeconds", believeAfterSeconds),
      ("believePackageAfterSeconds", believePackageAfterSeconds),
      ("packagePatienceMilliseconds", packagePatienceMilliseconds),
      ("rescanSeconds", rescanSeconds), ("networkRescanSeconds", networkRescanSeconds),
      ("contentLimitMiB", contentLimitMiB),
    ] where value.map({ !(0...1_000_000).contains($0) }) ?? false {
      throw ConfigurationError(message: "\(name) must be between 0 and 1000000")
    }
  }

  /// What all libraries have in common.
  func settings() -> Settings {
    var settings = Settings()
    if let believeAfterSeconds {
      settings.believeAfter = Nanoseconds.seconds(Int64(believeAfterSeconds))
    }
    if let believePackageAfterSeconds {
      settings.believePackageAfter = Nanoseconds.seconds(Int64(believePackageAfterSeconds))
    }
    if let packagePatienceMilliseconds {
      settings.packagePatience = Nanoseconds.milliseconds(Int64(packagePatienceMilliseconds))
    }
    if let rescanSeconds { settings.rescanInterval = Nanoseconds.seconds(Int64(rescanSeconds)) }
    if let networkRescanSeconds {
      settings.networkRescanInterval = Nanoseconds.seconds(Int64(networkRescanSeconds))
    }
    if let contentLimitMiB { settings.contentLimit = contentLimitMiB << 20 }
    if let flush = flush.flatMap({ FlushPolicy(rawValue: $0) }) { settings.flush = flush }
    settings.host = host ?? ownHostName()
    settings.utcOffset = { localTime(at: $0).offset }
    return settings
  }

  private func ownHostName() -> String {
    do throws(SystemError) {
      return String(decoding: try hostName(), as: UTF8.self)
    } catch {
      return "this machine"
    }
  }
}

/// A setting that is misspelt would be passed over in silence otherwise.
private func refuseUnknown(in decoder: any Decoder, known: [String]) throws {
  let fields = try decoder.container(keyedBy: AnyKey.self)
  guard let stranger = fields.allKeys.first(where: { !known.contains($0.stringValue) }) else {
    return
  }
  throw ConfigurationError(
    message: "there is no setting \(displayed(stranger.stringValue)); there are "
      + known.joined(separator: ", "))
}

private struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// What a decoder says, as one sentence with the place.
private func sentence(_ error: DecodingError) -> String {
  let context: DecodingError.Context
  switch error {
  case .typeMismatch(_, let given), .valueNotFound(_, let given), .keyNotFound(_, let given),
    .dataCorrupted(let given):
    context = given
  @unknown default: return displayed("\(error)")
  }
  let place = context.codingPath.map(\.stringValue).joined(separator: ".")
  let cause = context.underlyingError.map { " (\($0))" } ?? ""
  return displayed((place.isEmpty ? "" : "at \(place): ") + context.debugDescription + cause)
}

/// What is wrong with the configuration, and where.
struct ConfigurationError: Error {
  var message: String
}
