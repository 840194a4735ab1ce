/// An interface that the server has: its description, and the methods that are in it.
package struct ServedInterface: Sendable {
  package let name: String
  package let description: String
  let methods: Set<String>

  /// The names are read from the description, so that the two can't differ.
  package init(_ description: String) {
    self.description = description
    var name = ""
    var methods: Set<String> = []
    for line in description.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "(" }
      guard words.count > 1 else { continue }
      if words[0] == "interface" { name = String(words[1]) }
      if words[0] == "method" { methods.insert(String(words[1])) }
    }
    self.name = name
    self.methods = methods
  }

  /// The daemon's own.
  package static let daemon = ServedInterface(daemonInterfaceDescription)
  static let service = ServedInterface(serviceInterfaceDescription)
}

/// What a server says of itself, and the interfaces that it has besides `org.varlink.service`.
package struct ServerIdentity: Sendable {
  package var vendor: String
  package var product: String
  package var version: String
  package var url: String
  package var interfaces: [ServedInterface]

  package init(
    vendor: String = "Collate", product: String = "collated", version: String, url: String = "",
    interfaces: [ServedInterface] = [.daemon]
  ) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = interfaces
  }
}
