import Control
import FoundationEssentials
import Reconciliation

/// One verb at work: what was asked, from where, and where the answer goes.
final class Invocation {
  let verb: Verb
  let arguments: Arguments
  let system: System
  let output: Output
  let daemon = Daemon()
  private var known: GetStatus.Reply?

  init(verb: Verb, arguments: Arguments, system: System, output: Output) {
    self.verb = verb
    self.arguments = arguments
    self.system = system
    self.output = output
  }

  var isJSON: Bool { arguments.has("json") }
  var isVerbose: Bool { arguments.has("verbose") }
  var paint: Paint { output.paint }

  /// What the daemon said of itself when first asked.
  func status() throws(Failure) -> GetStatus.Reply {
    if let known { return known }
    return try freshStatus()
  }

  func freshStatus() throws(Failure) -> GetStatus.Reply {
    let status = try daemon.call(GetStatus.self, Wire.Nothing())
    known = status
    return status
  }

  func resolution() throws(Failure) -> PathResolution {
    PathResolution(
      workingDirectory: try system.workingDirectory(), canonical: system.canonicalPath)
  }

  func places() throws(Failure) -> Places {
    Places(try status().libraries, resolution: try resolution())
  }

  func moments() -> Moments {
    Moments(now: system.now(), isExact: isVerbose, local: system.localTime)
  }

  func view() throws(Failure) -> View {
    View(paint: paint, moments: moments(), places: try places(), isVerbose: isVerbose)
  }

  /// Prints an answer as it came.
  func printJSON(_ answer: some Encodable) throws(Failure) {
    output.line(try jsonText(answer))
  }
}

// MARK: Libraries

extension Invocation {
  /// The library named by `--library`, or by the first operand of a verb that takes one.
  func libraryOperand() throws(Failure) -> Wire.Library? {
    let operand = verb.operand == .library ? arguments.operands.first : nil
    guard let word = operand ?? arguments.bytes("library") else { return nil }
    return try library(called: word)
  }

  /// The one library that was named, or all.
  func chosenLibraries() throws(Failure) -> [Wire.Library] {
    if let one = try libraryOperand() { return [one] }
    return try status().libraries
  }

  /// A library by its name, or by its directory.
  func library(called word: [UInt8]) throws(Failure) -> Wire.Library {
    let libraries = try status().libraries
    if let named = libraries.first(where: { Array($0.name.utf8) == word }) { return named }
    let directory = try resolution().directory(word)
    let root = try places().roots.first { $0.canonical == directory }
    if let found = libraries.first(where: { $0.name == root?.library }) { return found }
    throw Failure(
      .notFound, "no library is called \(displayed(word)), nor has that directory",
      advice: Invocation.listing(libraries))
  }

  /// The name of `libraryOperand()`.
  func libraryName() throws(Failure) -> String? {
    try libraryOperand()?.name
  }

  /// What the libraries are, as advice.
  static func listing(_ libraries: [Wire.Library]) -> [String] {
    if libraries.isEmpty {
      return ["collated keeps no library yet; to begin with one: collate add DIRECTORY"]
    }
    return ["The libraries are:"]
      + libraries.map { library in
        let root = displayed(library.rootPath?.bytes ?? Array(library.root.utf8))
        return "  \(harmless(library.name.utf8))  \(root)"
      }
  }
}

// MARK: Documents

extension Invocation {
  /// The document that an operand names; it need not be there any more.
  func place(_ operand: [UInt8]) throws(Failure) -> DocumentPlace {
    let resolution = try resolution()
    let path = try resolution.document(operand)
    let places = try places()
    if let place = places.place(of: path) { return try checked(place, operand: operand) }
    // A root that is itself a link: what it leads to is the root too.
    if let target = resolution.canonical(path), let place = places.place(of: target),
      place.path.isRoot
    {
      return place
    }
    throw Failure(
      .notFound, "\(displayed(operand)) is in none of the libraries",
      advice: Invocation.listing(try status().libraries))
  }

  /// The first operand, as a document.
  func document() throws(Failure) -> DocumentPlace {
    guard let operand = arguments.operands.first else {
      throw .usage("no document was given", verb: verb.name)
    }
    let place = try place(operand)
    if place.path.isRoot {
      throw Failure(
        .usage, "\(displayed(operand)) is a library's root, not a document",
        advice: ["To see its documents: collate list \(shellQuoted(operand))"])
    }
    return place
  }

  private func checked(
    _ place: DocumentPlace, operand: [UInt8]
  ) throws(Failure) -> DocumentPlace {
    guard let wanted = arguments.text("library"), wanted != place.library else { return place }
    throw Failure(
      .usage,
      "\(displayed(operand)) is in the library \(harmless(place.library.utf8)), "
        + "not in \(displayed(wanted))")
  }

  /// The document as a call takes it.
  func parameters(_ place: DocumentPlace) -> Wire.OfDocument {
    Wire.OfDocument(path: WirePath(place.path.bytes), library: place.library)
  }
}
