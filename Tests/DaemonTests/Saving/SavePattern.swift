import Testing

/// The ways in which programs save a document, each as a shell's lines.
///
/// They save the content of the file `$NEW` as `n.md`, which is there already.
enum SavePattern: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inOneGo, inChunks, truncateThenWrite, overwriteThenTruncate
  case temporaryThenRename, documentNamedTemporaryThenRename, temporaryElsewhereThenRename
  case backupThenRename, backupThenWrite, backupByCopy, deleteThenWrite
  case unnamedThenLink, unnamedThenLinkAndRename, exchange
  case mapping, truncateByPath, sedInPlace, hardLinkOutside

  var testDescription: String { rawValue }

  /// Whether no event tells of it, so that only a look at everything finds it.
  var needsRescan: Bool { self == .hardLinkOutside }

  /// What the machine has to have for it.
  var program: String? {
    switch self {
    case .inChunks, .overwriteThenTruncate, .unnamedThenLink, .unnamedThenLinkAndRename,
      .exchange, .mapping, .truncateByPath:
      "python3"
    case .sedInPlace: "sed"
    default: nil
    }
  }

  var script: String {
    switch self {
    case .inOneGo: #"cat "$NEW" > n.md"#
    case .inChunks:
      python(
        """
        with open("n.md", "wb", buffering=0) as file:
            for start in range(0, len(new), 7):
                file.write(new[start:start + 7])
                time.sleep(0.15)
        """)
    case .truncateThenWrite: #": > n.md; sleep 2; cat "$NEW" > n.md"#
    case .overwriteThenTruncate:
      python(
        """
        with open("n.md", "r+b", buffering=0) as file:
            file.write(new)
            time.sleep(0.2)
            file.truncate()
        """)
    case .temporaryThenRename: #"cat "$NEW" > .n.md.tmp; mv .n.md.tmp n.md"#
    case .documentNamedTemporaryThenRename:
      #"cat "$NEW" > n.tmp.md; sleep 0.5; mv n.tmp.md n.md"#
    case .temporaryElsewhereThenRename: #"cat "$NEW" > "$T/elsewhere"; mv "$T/elsewhere" n.md"#
    case .backupThenRename:
      #"cat "$NEW" > n.md.new; mv n.md n.md~; mv n.md.new n.md; rm n.md~"#
    case .backupThenWrite: #"mv n.md n.md~; sleep 0.2; cat "$NEW" > n.md; rm n.md~"#
    case .backupByCopy: #"cp -p n.md n.md~; sleep 0.2; cat "$NEW" > n.md; rm n.md~"#
    case .deleteThenWrite: #"rm n.md; sleep 0.3; cat "$NEW" > n.md"#
    case .unnamedThenLink: python(unnamed + "os.unlink('n.md')\nlink('n.md')")
    case .unnamedThenLinkAndRename:
      python(unnamed + "link('.n.md.part')\nos.rename('.n.md.part', 'n.md')")
    case .exchange:
      python(
        """
        open(".n.md.new", "wb").write(new)
        if libc.renameat2(-100, b".n.md.new", -100, b"n.md", 2) != 0:
            raise OSError(ctypes.get_errno(), "renameat2")
        time.sleep(0.2)
        os.unlink(".n.md.new")
        """)
    case .mapping:
      python(
        """
        with open("n.md", "r+b") as file:
            file.truncate(len(new))
            memory = mmap.mmap(file.fileno(), len(new))
            memory[:] = new
            memory.flush()
            time.sleep(0.7)
            memory.close()
        """)
    case .truncateByPath:
      python(
        """
        with open("n.md", "r+b", buffering=0) as file:
            file.write(new + b"tail")
            os.truncate("n.md", len(new))
            time.sleep(0.4)
        """)
    case .sedInPlace: #"sed -i -e "1r $NEW" -e d n.md"#
    case .hardLinkOutside: #"ln n.md "$T/outside"; cat "$NEW" > "$T/outside"; rm "$T/outside""#
    }
  }

  private func python(_ lines: String) -> String {
    """
    exec python3 - <<'END'
    import ctypes, mmap, os, time
    libc = ctypes.CDLL(None, use_errno=True)
    new = open(os.environ["NEW"], "rb").read()
    \(lines)
    END
    """
  }

  private var unnamed: String {
    """
    file = os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o644)
    os.write(file, new)
    def link(name):
        if libc.linkat(-100, b"/proc/self/fd/%d" % file, -100, name.encode(), 0x400) != 0:
            raise OSError(ctypes.get_errno(), "linkat")

    """
  }
}
