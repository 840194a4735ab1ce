// MARK: Abstract kinds

extension UTType {
  /// Anything in a file system: the root of the physical kinds.
  public static let item = UTType(known: "public.item")
  /// Anything a document can hold.
  public static let content = UTType(known: "public.content")
  /// Content of several kinds, such as a formatted text with pictures.
  public static let compositeContent = UTType(known: "public.composite-content")
  /// Any stream of bytes.
  public static let data = UTType(known: "public.data")
  /// Any directory.
  public static let directory = UTType(known: "public.directory")
  /// A directory that a person looks into.
  public static let folder = UTType(known: "public.folder")
  /// A directory that counts as one document.
  public static let package = UTType(known: "com.apple.package")
  /// Files packed into one.
  public static let archive = UTType(known: "public.archive")
  /// Any text, plain or marked up.
  public static let text = UTType(known: "public.text")
  /// Any picture.
  public static let image = UTType(known: "public.image")
  /// Anything that plays.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Anything to hear.
  public static let audio = UTType(known: "public.audio")
  /// Anything to watch.
  public static let movie = UTType(known: "public.movie")
  /// A program's text.
  public static let sourceCode = UTType(known: "public.source-code")
  /// A program that is run from its text.
  public static let script = UTType(known: "public.script")
}

// MARK: Texts

extension UTType {
  /// Text without markup.
  public static let plainText = UTType(known: "public.plain-text")
  /// Text without markup, in UTF-8.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// Markdown.
  public static let markdown = UTType(known: "net.daringfireball.markdown")
  /// Rows of values between commas.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// Rows of values between tabs.
  public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
  /// JSON, RFC 8259.
  public static let json = UTType(known: "public.json")
  /// GeoJSON, RFC 7946.
  public static let geoJSON = UTType(known: "public.geojson")
  /// XML.
  public static let xml = UTType(known: "public.xml")
  /// YAML.
  public static let yaml = UTType(known: "public.yaml")
  /// HTML.
  public static let html = UTType(known: "public.html")
  /// Rich Text Format.
  public static let rtf = UTType(known: "public.rtf")
  /// What a program noted as it ran.
  public static let log = UTType(known: "public.log")
  /// Swift.
  public static let swiftSource = UTType(known: "public.swift-source")
  /// C.
  public static let cSource = UTType(known: "public.c-source")
  /// A shell script.
  public static let shellScript = UTType(known: "public.shell-script")
  /// Python.
  public static let pythonScript = UTType(known: "public.python-script")
}

// MARK: Pictures, pages and packed files

extension UTType {
  /// JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// PNG.
  public static let png = UTType(known: "public.png")
  /// GIF.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// TIFF.
  public static let tiff = UTType(known: "public.tiff")
  /// WebP.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// HEIC.
  public static let heic = UTType(known: "public.heic")
  /// SVG.
  public static let svg = UTType(known: "public.svg-image")
  /// PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// EPUB.
  public static let epub = UTType(known: "org.idpf.epub-container")
  /// ZIP.
  public static let zip = UTType(known: "public.zip-archive")
  /// gzip.
  public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
}
