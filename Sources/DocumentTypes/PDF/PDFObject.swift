/// One object of a PDF (ISO 32000-1, 7.3), as far as it is looked at.
indirect enum PDFObject: Equatable {
  case number(Int)
  case string([UInt8])
  case name(String)
  case array([PDFObject])
  case dictionary([String: PDFObject])
  /// Where the stream's bytes begin, and the dictionary before it.
  case stream([String: PDFObject], start: Int)
  case reference(Int)
  /// `true`, `null`, a real number, anything else that is passed over.
  case other

  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var name: String? { if case .name(let name) = self { name } else { nil } }
  var array: [PDFObject]? { if case .array(let items) = self { items } else { nil } }
  var string: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }

  /// A dictionary's, or a stream's.
  var members: [String: PDFObject]? {
    switch self {
    case .dictionary(let members), .stream(let members, _): members
    default: nil
    }
  }
}
