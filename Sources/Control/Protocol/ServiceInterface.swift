/// `org.varlink.service`, which every Varlink service answers for itself.
package enum GetInfo: DaemonMethod {
  package static let method = "org.varlink.service.GetInfo"

  package typealias Parameters = Wire.Nothing

  package struct Reply: Codable, Hashable, Sendable {
    package var vendor: String
    package var product: String
    package var version: String
    package var url: String
    package var interfaces: [String]
  }
}

/// The description of an interface that the service has.
package enum GetInterfaceDescription: DaemonMethod {
  package static let method = "org.varlink.service.GetInterfaceDescription"

  package struct Parameters: Codable, Hashable, Sendable {
    package var interface: String

    package init(interface: String) {
      self.interface = interface
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var description: String
  }
}

/// The interface as its specification has it.
let serviceInterfaceDescription = #"""
  # What every Varlink service answers about itself.
  interface org.varlink.service

  method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

  method GetInterfaceDescription(interface: string) -> (description: string)

  error InterfaceNotFound (interface: string)

  error MethodNotFound (method: string)

  error MethodNotImplemented (method: string)

  error InvalidParameter (parameter: string)
  """#
