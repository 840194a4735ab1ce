/// The documents of one library, or of all; with `more` in pieces.
package enum ListDocuments: DaemonMethod {
  package static let method = "org.collate.Daemon.ListDocuments"

  package typealias Parameters = Wire.InLibrary

  package struct Reply: Codable, Hashable, Sendable {
    package var documents: [Wire.Document]

    package init(documents: [Wire.Document]) {
      self.documents = documents
    }
  }
}

/// One document, and its content where it has text to show.
package enum GetDocument: DaemonMethod {
  package static let method = "org.collate.Daemon.GetDocument"

  package typealias Parameters = Wire.OfDocument

  package struct Reply: Codable, Hashable, Sendable {
    package var document: Wire.Document
    package var content: String?

    package init(document: Wire.Document, content: String? = nil) {
      self.document = document
      self.content = content
    }
  }
}

/// What was last agreed, seen and decided, who holds it, what is next.
package enum ExplainDocument: DaemonMethod {
  package static let method = "org.collate.Daemon.ExplainDocument"

  package typealias Parameters = Wire.OfDocument

  package struct Reply: Codable, Hashable, Sendable {
    package var explanation: Wire.Explanation

    package init(explanation: Wire.Explanation) {
      self.explanation = explanation
    }
  }
}
