import Control
import Reconciliation

extension Verb {
  static let show = Verb(
    name: "show",
    usage: "DOC [--version N|DIGEST]",
    summary: "A document's content, now or as it was",
    about: """
      Into a file or a pipe the bytes go as they are. On a terminal what would act on it
      (escape sequences, control characters) is shown escaped, and a binary content is only
      described. Of a package its members are listed; --member shows one of them. Of a
      symbolic link it is said where it leads.
      """,
    examples: [
      "collate show notes/plan.md --version 1", "collate show plan.md --version 3f2a9 > old.md",
      "collate show trip.textbundle --member text.md",
    ],
    options: [
      Option(
        name: "json", help: "One JSON document, as the socket has it; the content is in base64"),
      Option(
        name: "version", value: "N|DIGEST", help: "Not what it is now, but a version of collate log"
      ),
      Option(name: "member", value: "PATH", help: "Of a package only this file"),
      Option(
        name: "raw", help: "The bytes as they are, on a terminal too; of a package its archive"),
    ],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let place = try call.document()
    if call.isJSON {
      try printAsJSON(place, call)
      return .done
    }
    guard var content = try wanted(place, call) else {
      throw Failure(
        .no, "\(try call.places().shown(place)) is too large to be sent: look at the file itself")
    }
    if let member = call.arguments.bytes("member") {
      content = try memberContent(member, of: content, shown: try call.places().shown(place))
    } else if !call.arguments.has("raw"), let archive = PackageArchive(decoding: content) {
      call.output.lines(memberLines(archive))
      return .done
    } else if !call.arguments.has("raw"), let link = SymbolicLink(decoding: content) {
      call.output.lines(["\(try call.places().shown(place)) -> \(displayed(link.target))"])
      return .done
    }
    if !call.output.isTerminal || call.arguments.has("raw") {
      call.output.write(content)
    } else {
      call.output.lines(contentLines(content))
    }
    return .done
  }
}

private func printAsJSON(_ place: DocumentPlace, _ call: Invocation) throws(Failure) {
  guard let word = call.arguments.text("version") else {
    let reply = try call.daemon.call(GetDocument.self, call.parameters(place))
    return try call.printJSON(try WithMembers(reply, content: reply.content))
  }
  let digest = try call.versions(place).version(word).digest
  let parameters = GetVersion.Parameters(digest: digest, library: place.library)
  let reply = try call.daemon.call(GetVersion.self, parameters)
  try call.printJSON(try WithMembers(reply, content: reply.content))
}

private func wanted(_ place: DocumentPlace, _ call: Invocation) throws(Failure) -> [UInt8]? {
  guard let word = call.arguments.text("version") else { return try call.currentContent(place) }
  return try call.content(of: try call.versions(place).version(word).digest, in: place.library)
}

/// A content as a terminal can show it without being led by it.
func contentLines(_ content: [UInt8]) -> [String] {
  harmlessLines(content)
    ?? ["Binary content, \(size(Int64(content.count))); into a file: collate show DOC > FILE"]
}
