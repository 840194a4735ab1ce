import Synchronization
import Testing

@testable import Documents

/// Declarations are for good, so each test has identifiers of its own.
@Suite struct DeclaredTypeTests {
  @Test func `a program declares a type, and finds it again`() {
    let type = UTType(exportedAs: "org.example.sketch-a", conformingTo: .json)
    #expect(type.identifier == "org.example.sketch-a")
    #expect(UTType("org.example.Sketch-A") == type)
    #expect(UTType(exportedAs: "ORG.example.sketch-a") == type)
    #expect(type.isDeclared && !type.isDynamic)
    #expect(type.conforms(to: .json) && type.conforms(to: .text) && type.conforms(to: .data))
    #expect(type.supertypes == [.json, .text, .data, .item, .content])
    #expect(!type.conforms(to: .package))
  }

  @Test func `without a kind it is data`() {
    let type = UTType(importedAs: "org.example.plain-a")
    #expect(type.supertypes == [.data, .item])
  }

  @Test func `files end in the last part of an identifier where nobody said more`() {
    let type = UTType(exportedAs: "org.example.sketch-b", conformingTo: .data)
    #expect(type.preferredFilenameExtension == "sketch-b")
    #expect(UTType(filenameExtension: "SKETCH-B") == type)
    #expect(contentType(forName: Array("a.sketch-b".utf8)) == type)
    #expect(UTType(exportedAs: "org.example.no good").preferredFilenameExtension == nil)
  }

  @Test func `a program says how files end, what they go by and are called`() {
    let type = UTType(
      exportedAs: "org.example.sketch-c", conformingTo: .image,
      filenameExtensions: ["SKC", "sketchc"], mimeTypes: ["Image/X-Sketch-C"],
      description: "sketch")
    #expect(type.preferredFilenameExtension == "skc")
    #expect(type.preferredMIMEType == "image/x-sketch-c")
    #expect(type.localizedDescription == "sketch")
    #expect(UTType(filenameExtension: "sketchc", conformingTo: .image) == type)
    #expect(UTType(mimeType: "image/x-sketch-c") == type)
    #expect(UTType(filenameExtension: "sketch-c") != type)
  }

  @Test func `declared again, what is new is added`() {
    let type = UTType(exportedAs: "org.example.sketch-d", conformingTo: .data)
    #expect(type.preferredFilenameExtension == "sketch-d")
    #expect(
      UTType(
        importedAs: "org.example.sketch-d", conformingTo: .text, filenameExtensions: ["skd"])
        == type)
    #expect(type.preferredFilenameExtension == "skd")
    #expect(type.conforms(to: .text) && type.conforms(to: .data))
    #expect(contentType(forName: Array("a.sketch-d".utf8)) != type)
    #expect(contentType(forName: Array("a.skd".utf8)) == type)
  }

  @Test func `what is built in stays as it is`() {
    #expect(UTType(exportedAs: "public.json", conformingTo: .image) == .json)
    #expect(!UTType.json.conforms(to: .image))
    #expect(UTType(importedAs: "net.daringfireball.markdown") == .markdown)
    let type = UTType(
      exportedAs: "org.example.sketch-e", conformingTo: .data, filenameExtensions: ["md"])
    #expect(contentType(forName: Array("a.md".utf8)) == .markdown)
    #expect(type.preferredFilenameExtension == "md")
  }

  @Test func `a package makes directories with its extension documents`() {
    let type = UTType(exportedAs: "org.example.bundle-a", conformingTo: .package)
    #expect(type.conforms(to: .directory) && !type.conforms(to: .data))
    #expect(UTType(filenameExtension: "bundle-a", conformingTo: .package) == type)
    #expect(isPackageName(Array("My.bundle-a".utf8)))
    #expect(!isPackageName(Array("bundle-a".utf8)))
    #expect(!isPackageName(Array("My.json".utf8)))
  }

  @Test func `a kind of a declared type is a kind of all that it is`() {
    let one = UTType(exportedAs: "org.example.base-f", conformingTo: .xml)
    let other = UTType(exportedAs: "org.example.special-f", conformingTo: one)
    #expect(other.conforms(to: one) && other.conforms(to: .xml) && other.conforms(to: .text))
    #expect(other.isSubtype(of: one) && one.isSupertype(of: other))
  }

  @Test func `names mean the same on every machine, whatever a program declares`() {
    let type = UTType(exportedAs: "org.example.sketch-g", conformingTo: .json)
    #expect(ContentTypes.builtIn.type(forName: Array("a.sketch-g".utf8)) == .data)
    #expect(ContentTypes.builtIn.conforms(type, to: .json))
  }

  @Test func `the system's database says how a declared type's files end`() {
    let types = ContentTypes(
      database: MIMEDatabase(folders: [
        .init(globs: Array("50:application/vnd.org.example.sketch-h:*.skh\n".utf8))
      ]))
    let identifier = types.declare(
      TypeDeclaration(
        declared: "org.example.sketch-h", nil, kindOf: "public.data", media: [], extensions: []))
    let type = UTType(known: identifier)
    #expect(types.fileNameExtensions(of: type) == ["skh"])
    #expect(types.type(forName: Array("a.skh".utf8)) == type)
    #expect(types.type(mediaType: "application/vnd.org.example.sketch-h") == type)
  }

  @Test func `types may be declared from many threads`() async {
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask { @concurrent in
          for number in 0..<50 {
            let type = UTType(exportedAs: "org.example.many.n\(number)", conformingTo: .text)
            #expect(type.conforms(to: .text), "\(task)")
          }
        }
      }
    }
    #expect(UTType("org.example.many.n49")?.preferredFilenameExtension == "n49")
  }

  @Test func `no built-in type is declared twice, and each is a kind of built-in ones`() {
    let identifiers = BuiltInTypes.declarations.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(identifiers.allSatisfy { $0 == $0.lowercased() })
    for declaration in BuiltInTypes.declarations {
      #expect(Set(identifiers).isSuperset(of: declaration.supertypes), "\(declaration.identifier)")
    }
  }
}
