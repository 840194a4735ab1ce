import Control
import Reconciliation

extension Verb {
  static let events = Verb(
    name: "events",
    usage: "[--follow] [--after N]",
    summary: "What happened, in order",
    about: """
      Without --after the last twenty events of each library. With --follow also each one as
      it happens. An event has a number that is never used again, so that a program can go on
      from the last one it has seen: none is missed, none comes twice.
      """,
    examples: ["collate events --follow", "collate events --library notes --after 512 --json"],
    options: [
      Option(name: "follow", letter: "f", help: "Go on as things happen, until interrupted"),
      Option(name: "after", value: "N", help: "Every event after this number"),
      Option(
        name: "json", help: "One JSON document; with --follow one document a line for each event"),
    ]
  ) { call throws(Failure) in
    let libraries = try call.chosenLibraries()
    let after = try call.arguments.number("after", verb: call.verb.name)
    if after != nil, libraries.count > 1 {
      throw .usage(
        "--after counts within one library: name it with --library", verb: call.verb.name,
        advice: Invocation.listing(libraries))
    }
    if call.arguments.has("follow") {
      try follow(libraries, after: after, call)
    } else {
      try print(libraries, after: after, call)
    }
    return .done
  }
}

private let shownWithoutAfter: Int64 = 20

private func print(_ libraries: [Wire.Library], after: Int64?, _ call: Invocation) throws(Failure) {
  var json = call.isJSON ? JSONListing("events", output: call.output) : nil
  var events: [Wire.Event] = []
  for library in libraries {
    events += try past(library, after: after, call)
  }
  events.sort { ($0.time, $0.library, $0.number) < ($1.time, $1.library, $1.number) }
  // One library's events stay in their order, whatever the clock did in between.
  if libraries.count == 1 { events.sort { $0.number < $1.number } }
  if json != nil {
    for event in events { try json?.add(event) }
    json?.end()
    return
  }
  let view = try call.view()
  for event in events { call.output.lines(eventLines(event, view: view)) }
  if events.isEmpty { call.output.line("Nothing has happened yet.") }
}

/// The events of one library that there are already.
private func past(
  _ library: Wire.Library, after: Int64?, _ call: Invocation
) throws(Failure) -> [Wire.Event] {
  var start = after ?? max(0, library.lastEvent - shownWithoutAfter)
  var events: [Wire.Event] = []
  // An answer holds as many as the daemon likes to send at once.
  while start < library.lastEvent {
    let parameters = Monitor.Parameters(library: library.name, after: start)
    do throws(ClientError) {
      let piece = try call.daemon.attempt(Monitor.self, parameters).events
      guard let last = piece.last?.number, last > start else { break }
      events += piece
      start = last
    } catch {
      // Nobody asked from there: begin with what is still kept.
      guard case .answered(.eventsGone(let first)) = error, after == nil, first - 1 > start else {
        throw Failure(error)
      }
      start = first - 1
    }
  }
  return events
}

private func follow(_ libraries: [Wire.Library], after: Int64?, _ call: Invocation) throws(Failure)
{
  // Nothing may happen for hours, and until then no write would tell that the reader has gone.
  try call.system.endWithReader()
  var view = try call.view()
  let library = libraries.count == 1 ? libraries.first?.name : nil
  var start = after
  // Where numbers can be compared, the last few show that something is there.
  if start == nil, libraries.count == 1, let only = libraries.first {
    let last = try past(only, after: nil, call)
    try show(last, view: view, call)
    start = last.last?.number ?? only.lastEvent
  }
  let parameters = Monitor.Parameters(library: library, after: start)
  try call.daemon.stream(Monitor.self, parameters) { reply throws(Failure) in
    view.moments.now = call.system.now()
    try show(reply.events, view: view, call)
    return !call.output.isBroken
  }
}

private func show(_ events: [Wire.Event], view: View, _ call: Invocation) throws(Failure) {
  for event in events {
    if call.isJSON {
      try call.printJSON(event)
    } else {
      call.output.lines(eventLines(event, view: view, timeOfDay: true))
    }
  }
  call.output.flush()
}
