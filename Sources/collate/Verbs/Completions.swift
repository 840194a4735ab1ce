extension Verb {
  static let completions = Verb(
    name: "completions",
    usage: "bash|zsh|fish",
    summary: "A shell's completion script",
    examples: [
      "collate completions bash > ~/.local/share/bash-completion/completions/collate",
      "collate completions fish > ~/.config/fish/completions/collate.fish",
      "collate completions zsh > ~/.zfunc/_collate",
    ],
    operands: 1...1,
    operand: .shell
  ) { call throws(Failure) in
    switch String(decoding: call.arguments.operands[0], as: UTF8.self) {
    case "bash": call.output.lines(bashCompletions())
    case "zsh": call.output.lines(zshCompletions())
    case "fish": call.output.lines(fishCompletions())
    default:
      throw .usage("completions are there for bash, zsh and fish", verb: call.verb.name)
    }
    return .done
  }
}

/// Words that complete a verb's operands; nil where the shell's own files do.
private func words(for operand: Verb.Operand) -> [String]? {
  switch operand {
  case .verb: Verb.all.map(\.name)
  case .shell: ["bash", "zsh", "fish"]
  case .nothing: []
  case .document, .directory, .library: nil
  }
}

private func optionWords(of verb: Verb) -> [String] {
  verb.everyOption.map { "--" + $0.name }
}

func bashCompletions() -> [String] {
  var lines = [
    "# bash completion for collate; made by `collate completions bash`",
    "_collate() {",
    "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
    "  local verb=${COMP_WORDS[1]} options= words= files=",
    "  COMPREPLY=()",
    "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
    "    COMPREPLY=($(compgen -W '\(Verb.all.map(\.name).joined(separator: " "))' -- \"$word\"))",
    "    return",
    "  fi",
    "  case $verb in",
  ]
  for verb in Verb.all {
    let names = optionWords(of: verb).joined(separator: " ")
    let operands = words(for: verb.operand)
    let what =
      operands.map { "words='\($0.joined(separator: " "))'" }
      ?? (verb.operand == .document ? "files=-f" : "files=-d")
    lines.append("    \(verb.name)) options='\(names)' \(what) ;;")
  }
  lines.append("  esac")
  lines.append("  case $verb,$before in")
  for verb in Verb.all {
    for option in verb.everyOption where !option.completions.isEmpty {
      let choices = option.completions.joined(separator: " ")
      lines.append(
        "    \(verb.name),--\(option.name)) words='\(choices)' options= files= ;;"
      )
    }
  }
  return lines + [
    "  esac",
    "  case $word in",
    "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;",
    "    *)",
    "      COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))",
    "      if [ -n \"$files\" ]; then",
    "        compopt -o filenames 2>/dev/null",
    "        local IFS=$'\\n'",
    "        COMPREPLY+=($(compgen $files -- \"$word\"))",
    "      fi ;;",
    "  esac",
    "}",
    "complete -F _collate collate",
  ]
}

func fishCompletions() -> [String] {
  var lines = [
    "# fish completion for collate; made by `collate completions fish`",
    "complete -c collate -f -n __fish_use_subcommand",
  ]
  for verb in Verb.all {
    lines.append(
      "complete -c collate -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
  }
  for verb in Verb.all {
    let only = "complete -c collate -n '__fish_seen_subcommand_from \(verb.name)'"
    if let words = words(for: verb.operand) {
      lines.append("\(only) -f" + (words.isEmpty ? "" : " -a '\(words.joined(separator: " "))'"))
    }
    for option in verb.everyOption {
      var line = "\(only) -l \(option.name)"
      if let letter = option.letter { line += " -s \(letter)" }
      if !option.isFlag { line += option.completions.isEmpty ? " -r" : " -x" }
      if !option.completions.isEmpty {
        line += " -a '\(option.completions.joined(separator: " "))'"
      }
      lines.append(line + " -d \(quoted(option.help))")
    }
  }
  return lines
}

func zshCompletions() -> [String] {
  var lines = [
    "#compdef collate", "# zsh completion for collate; made by `collate completions zsh`",
    "_collate() {", "  local -a verbs", "  verbs=(",
  ]
  for verb in Verb.all {
    lines.append("    " + quoted("\(verb.name):\(verb.summary)"))
  }
  lines += [
    "  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs", "    return", "  fi",
    "  local verb=$words[2]", "  shift words", "  (( CURRENT-- ))", "  case $verb in",
  ]
  for verb in Verb.all {
    let specifications = verb.everyOption.map { option in
      let value = option.value.map { name in
        let choices =
          option.completions.isEmpty
          ? "_files" : "(\(option.completions.joined(separator: " ")))"
        return ":\(name.lowercased()):\(choices)"
      }
      return quoted("*--\(option.name)[\(zshText(option.help))]\(value ?? "")")
    }
    let operands =
      switch words(for: verb.operand) {
      case .none: verb.operand == .document ? "'*:document:_files'" : "'*:directory:_files -/'"
      case .some(let words): words.isEmpty ? "" : "'1:word:(\(words.joined(separator: " ")))'"
      }
    lines.append(
      "    \(verb.name)) _arguments \(specifications.joined(separator: " ")) \(operands) ;;")
  }
  return lines + ["  esac", "}", "_collate \"$@\""]
}

/// Within brackets of `_arguments` a bracket or colon would end the text.
private func zshText(_ text: String) -> String {
  text.map { "[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
}

private func quoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
