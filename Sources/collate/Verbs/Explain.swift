import Control
import Reconciliation

extension Verb {
  static let explain = Verb(
    name: "explain",
    usage: "DOC",
    summary: "Why a document is as it is",
    about: """
      Says what was last agreed, what was seen since, which rule decided, who holds its lock,
      and what is next.
      """,
    options: [.json],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let place = try call.document()
    let reply = try call.daemon.call(ExplainDocument.self, call.parameters(place))
    if call.isJSON {
      try call.printJSON(reply)
    } else {
      call.output.lines(explanationLines(reply.explanation, view: try call.view()))
    }
    return .done
  }
}

func explanationLines(_ explanation: Wire.Explanation, view: View) -> [String] {
  let document = explanation.document
  let (word, style) = shown(document.state)
  var lines = [
    view.paint(view.path(document, in: document.library), .heading) + "  " + view.paint(word, style)
  ]
  var facts = "\(size(document.size)), \(harmless(document.contentType.utf8))"
  facts += ", changed \(view.moments.said(document.modified))"
  if let digest = document.digest { facts += ", version \(view.digest(digest))" }
  // What is no document has neither size nor time.
  if document.digest != nil || document.size > 0 { lines.append("  " + facts) }
  if let hold = document.hold {
    lines.append("  " + view.paint("held: " + harmless(hold.utf8), .attention))
  }
  if let holder = document.holder {
    lines.append("  its lock is held by " + harmless(holder.utf8))
  }
  return lines + explanation.lines.map { "  " + harmless($0.utf8) }
}
