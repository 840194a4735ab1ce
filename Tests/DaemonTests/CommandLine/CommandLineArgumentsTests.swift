import Testing

@testable import collate

@Suite struct CommandLineArgumentsTests {
  @Test func `options may stand before and behind the operands`() throws {
    let arguments = try parsed("restore --json a.md --version 3 -v")
    #expect(arguments.operands == [bytes("a.md")])
    #expect(arguments.has("json"))
    #expect(arguments.has("verbose"))
    #expect(arguments.text("version") == "3")
  }

  @Test func `options of every verb may stand before the verb`() throws {
    let arguments = try parsed("--color=never -L notes status")
    #expect(arguments.text("color") == "never")
    #expect(arguments.text("library") == "notes")
    #expect(arguments.operands.isEmpty)
  }

  @Test func `a value may hang on its option by an equals sign, and have more of them`() throws {
    #expect(try parsed("show a.md --version=3f=2").text("version") == "3f=2")
  }

  @Test func `behind two dashes everything is an operand`() throws {
    #expect(try parsed("log -- --json").operands == [bytes("--json")])
  }

  @Test func `a single dash is an operand and a value`() throws {
    #expect(try parsed("log -").operands == [bytes("-")])
    #expect(try parsed("resolve 1 --merged -").bytes("merged") == bytes("-"))
  }

  @Test func `a name that is not UTF-8 comes through whole`() throws {
    let name: [UInt8] = [0x62, 0xFF, 0xFE]
    guard case .run(_, let arguments) = try Request([bytes("log"), name]) else {
      Issue.record("not a verb to run")
      return
    }
    #expect(arguments.operands == [name])
  }

  @Test func `what stands behind the document of lock is the command, its options included`() throws
  {
    for line in ["lock -n a.md -- ls -n --x", "lock -n a.md ls -n --x"] {
      let arguments = try parsed(line)
      #expect(arguments.operands == [bytes("a.md")], "\(line)")
      #expect(arguments.has("no-wait"), "\(line)")
      #expect(arguments.command == [bytes("ls"), bytes("-n"), bytes("--x")], "\(line)")
    }
  }

  @Test func `a command may begin with a dash behind the two dashes`() throws {
    for line in ["lock a.md -- -n", "lock -- a.md -n", "lock -- a.md -- -n"] {
      #expect(try parsed(line).command == [bytes("-n")], "\(line)")
    }
  }

  @Test func `the options of lock may stand behind its document, before the two dashes`() throws {
    let arguments = try parsed("lock a.md --shared -- cat a.md")
    #expect(arguments.has("shared"))
    #expect(arguments.command == [bytes("cat"), bytes("a.md")])
  }

  @Test(
    arguments: [
      ("", "no verb was given"),
      ("lst", "there is no verb lst"),
      ("--frob status", "no verb was given before --frob"),
      ("status --frob", "collate status has no option --frob"),
      ("list --state asleep", "--state is one of"),
      ("log", "too little: collate log DOC"),
      ("log a b", "too much: collate log does not take b"),
      ("status --json=yes", "--json takes no value"),
      ("show a --version", "--version needs a value: --version N|DIGEST"),
      ("lock a.md", "no command to run"),
      ("lock a.md --", "no command to run"),
    ] as [(String, String)])
  func `wrong use is refused with what was wrong`(line: String, message: String) {
    do {
      _ = try Request(words(line))
      Issue.record("taken: \(line)")
    } catch {
      #expect(error.code == .usage)
      #expect(error.message.hasPrefix(message), "\(error.message)")
      #expect(error.advice.last?.hasPrefix("Try: collate help") ?? false)
    }
  }

  @Test(
    arguments: [
      ("stauts", "status"), ("staus", "status"), ("lg", "log"), ("confl", "conflicts"),
      ("resolv", "resolve"), ("ls", nil), ("frobnicate", nil),
    ] as [(String, String?)])
  func `a mistyped verb is answered with the one that was meant`(word: String, meant: String?) {
    #expect(nearest(to: word, among: Verb.all.map(\.name)) == meant)
  }

  @Test func `a mistyped option is answered with the one that was meant`() {
    let failure = #expect(throws: Failure.self) { try Request(words("rescan --dryrun")) }
    #expect(failure?.advice.first == "Did you mean --dry-run?")
  }

  @Test func `help is given even where operands are missing`() throws {
    for line in ["log --help", "log -h", "--help log"] {
      guard case .help(let verb) = try Request(words(line)) else {
        Issue.record("no help for \(line)")
        continue
      }
      #expect(verb?.name == "log")
    }
  }

  @Test func `every verb's help fits an ordinary terminal`() {
    for verb in Verb.all {
      for line in helpLines(for: verb, paint: Paint(isOn: false)) {
        #expect(columns(of: line) <= 100, "\(verb.name): \(line)")
      }
    }
    for line in overview(paint: Paint(isOn: false)) { #expect(columns(of: line) <= 80, "\(line)") }
  }

  @Test func `no verb has two options of one name or letter`() {
    for verb in Verb.all {
      let options = verb.everyOption
      #expect(Set(options.map(\.name)).count == options.count, "\(verb.name)")
      let letters = options.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(verb.name)")
    }
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func words(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

private func parsed(_ line: String) throws -> Arguments {
  guard case .run(_, let arguments) = try Request(words(line)) else {
    throw Failure(.internalError, "not a verb to run: \(line)")
  }
  return arguments
}
