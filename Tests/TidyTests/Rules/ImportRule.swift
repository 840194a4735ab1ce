/// Each target imports only what its place in the house allows.
///
/// SwiftPM does not enforce it: a target can import whatever was built before it, and the
/// toolchain's modules are always there.
struct ImportRule {
  struct Target {
    var name: String
    /// The project's modules that it may import, all of which stand above it.
    var modules: Set<String>
    /// The toolchain's modules.
    var system: Set<String> = []
  }

  /// A file that may import one module more, and why.
  struct Exception {
    var path: String
    var module: String
    var reason: String
  }

  var targets: [Target]
  var exceptions: [Exception] = []

  func problems(in source: SwiftSource) -> [Problem] {
    let folders = source.path.split(separator: "/")
    guard folders.count > 2, let target = targets.first(where: { $0.name == folders[1] }) else {
      return [Problem(path: source.path, line: 0, message: "belongs to no target of the table")]
    }
    return source.lines.indices.compactMap { index in
      guard let module = Self.importedModule(source.lines[index].code) else { return nil }
      if target.modules.contains(module) || target.system.contains(module) { return nil }
      if exceptions.contains(where: { $0.path == source.path && $0.module == module }) {
        return nil
      }
      return source.problem(index, "\(target.name) may not import \(module)")
    }
  }

  /// Exceptions that nothing needs, so that the list does not outlive its reasons.
  func unusedExceptions(in sources: [SwiftSource]) -> [Problem] {
    exceptions.filter { exception in
      !sources.contains { source in
        source.path == exception.path
          && source.lines.contains { Self.importedModule($0.code) == exception.module }
      }
    }
    .map { Problem(path: $0.path, line: 0, message: "needs no exception for \($0.module)") }
  }

  /// Places where the table lets a target import what doesn't stand above it in the manifest.
  func problems(inManifest manifest: SwiftSource) -> [Problem] {
    var above: Set<String> = []
    var problems: [Problem] = []
    for (index, line) in manifest.lines.enumerated() {
      guard let name = Self.targetName(line, after: index > 0 ? manifest.lines[index - 1] : nil)
      else { continue }
      if let target = targets.first(where: { $0.name == name }) {
        for module in target.modules.subtracting(above).sorted() {
          problems.append(manifest.problem(index, "\(module) does not stand above \(name)"))
        }
      }
      above.insert(name)
    }
    for target in targets where !above.contains(target.name) {
      problems.append(Problem(path: manifest.path, line: 0, message: "has no \(target.name)"))
    }
    return problems
  }

  /// The module that a line imports: `package import struct Module.Name` imports `Module`.
  static func importedModule(_ code: String) -> String? {
    let words = code.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
    let before: Set<Substring> = [
      "public", "package", "internal", "fileprivate", "private", "@testable", "@preconcurrency",
      "@_exported", "@_implementationOnly",
    ]
    guard words[..<place].allSatisfy(before.contains) else { return nil }
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
    var next = place + 1
    if kinds.contains(words[next]), next + 1 < words.count { next += 1 }
    return words[next].split(separator: ".").first.map(String.init)
  }

  /// The name of the target that a manifest's line declares. The name stands in the line's
  /// literal, or in the next one's where `.target(` ends the line.
  private static func targetName(_ line: SwiftSource.Line, after previous: SwiftSource.Line?)
    -> String?
  {
    let starts = [".target(", ".executableTarget(", ".testTarget("]
    let isDeclared = starts.contains { start in
      line.code.contains(start + "name:")
        || (previous?.code.hasSuffix(start) == true && line.code.contains("name:"))
    }
    guard isDeclared else { return nil }
    return line.literals.first
  }
}
