/// Runs a program in a terminal of its own, and types into it.
enum Terminal {
  /// A shell's lines that run `words` in a terminal and type the keys, a step each, in Python's
  /// spelling of bytes. Before each step the program has to have been quiet for a while; before
  /// a step that begins with `@`, the file `go-N` in the test's folder has to be there too, where
  /// N counts those steps from 1.
  static func script(_ words: String, typing steps: [String]) -> String {
    let keys = steps.map { #""\#($0)""# }.joined(separator: ", ")
    return """
      export TERM=xterm
      exec python3 - \(words) <<'END'
      import os, pty, select, sys, time
      pid, terminal = pty.fork()
      if pid == 0:
          os.execvp(sys.argv[1], sys.argv[1:])
      def quiet(least):
          screen = b""
          start = time.time()
          last = start
          while time.time() - last < 0.4 or (len(screen) < least and time.time() - start < 15):
              if not select.select([terminal], [], [], 0.1)[0]:
                  continue
              try:
                  more = os.read(terminal, 65536)
              except OSError:
                  return None
              if not more:
                  return None
              screen += more
              last = time.time()
          return screen
      quiet(1)
      turn = 0
      for keys in [\(keys)]:
          if keys.startswith("@"):
              turn += 1
              keys = keys[1:]
              while not os.path.exists(os.environ["T"] + "/go-%d" % turn):
                  quiet(0)
          os.write(terminal, keys.encode("latin-1"))
          if quiet(0) is None:
              break
      deadline = time.time() + 20
      while time.time() < deadline:
          ended, status = os.waitpid(pid, os.WNOHANG)
          if ended:
              sys.exit(os.waitstatus_to_exitcode(status))
          quiet(0)
          time.sleep(0.05)
      os.kill(pid, 9)
      sys.exit("the program didn't end")
      END
      """
  }
}
