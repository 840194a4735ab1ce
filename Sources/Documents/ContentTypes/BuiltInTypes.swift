/// The types that Collate knows by itself, the same on every machine.
///
/// What is known only to freedesktop.org has the name that the MIME database gives it here too.
enum BuiltInTypes {
  static let declarations: [TypeDeclaration] =
    abstract + texts + markup + sources + pictures + media + documents + archives + further

  private static let abstract: [TypeDeclaration] = [
    .init("public.item", "item"),
    .init("public.content", "content"),
    .init("public.composite-content", "composite content", kindOf: ["public.content"]),
    .init("public.data", "data", kindOf: ["public.item"], media: ["application/octet-stream"]),
    .init("public.directory", "directory", kindOf: ["public.item"], media: ["inode/directory"]),
    .init("public.folder", "folder", kindOf: ["public.directory"]),
    .init("com.apple.package", "package", kindOf: ["public.directory"]),
    .init(
      "org.textbundle.package", "text bundle", kindOf: ["com.apple.package"],
      extensions: ["textbundle"]),
    .init(
      "org.collate.notebook", "notebook", kindOf: ["com.apple.package"], extensions: ["notebook"]),
    .init("public.archive", "archive", kindOf: ["public.data"]),
    .init("public.text", "text", kindOf: ["public.data", "public.content"]),
    .init("public.image", "image", kindOf: ["public.data", "public.content"]),
    .init(
      "public.audiovisual-content", "audiovisual content",
      kindOf: ["public.data", "public.content"]),
    .init("public.audio", "audio", kindOf: ["public.audiovisual-content"]),
    .init("public.movie", "movie", kindOf: ["public.audiovisual-content"]),
    .init("public.source-code", "source code", kindOf: ["public.plain-text"]),
    .init("public.script", "script", kindOf: ["public.source-code"]),
  ]

  private static let texts: [TypeDeclaration] = [
    .init(
      "public.plain-text", "plain text", kindOf: ["public.text"], media: ["text/plain"],
      extensions: ["txt", "text", "asc"],
      names: ["readme", "license", "licence", "copying", "authors", "todo", "news", "changes"]),
    .init("public.utf8-plain-text", "Unicode text", kindOf: ["public.plain-text"]),
    .init(
      "net.daringfireball.markdown", "Markdown", kindOf: ["public.plain-text"],
      media: ["text/markdown", "text/x-markdown"],
      extensions: ["md", "markdown", "mdown", "mkd", "mdwn", "mdx", "qmd", "rmd"]),
    plain("text/org", "Org text", ["org"]),
    plain("text/x-rst", "reStructuredText", ["rst", "rest"]),
    plain("text/asciidoc", "AsciiDoc", ["adoc", "asciidoc"]),
    plain("text/x-tex", "TeX", ["tex", "ltx", "sty", "cls"]),
    plain("text/x-bibtex", "BibTeX", ["bib"]),
    plain("text/x-textile", "Textile", ["textile"]),
    plain("text/x-typst", "Typst", ["typ"]),
    plain("text/x-todo-txt", "Todo.txt", []),
    plain("text/x-patch", "patch", ["diff", "patch"]),
    plain("application/x-subrip", "subtitles", ["srt", "vtt"]),
    .init(
      "com.apple.ical.ics", "calendar", kindOf: ["public.plain-text", "public.calendar-event"],
      media: ["text/calendar"], extensions: ["ics", "ical"]),
    .init(
      "public.vcard", "contact card", kindOf: ["public.plain-text", "public.contact"],
      media: ["text/vcard", "text/x-vcard"], extensions: ["vcf", "vcard"]),
    plain("application/toml", "TOML", ["toml"]),
    plain("text/x-ini", "settings", ["ini", "cfg", "conf", "properties", "desktop", "env"]),
    .init("public.log", "log", kindOf: ["public.plain-text"], extensions: ["log"]),
    .init(
      "public.comma-separated-values-text", "comma-separated values",
      kindOf: ["public.delimited-values-text"], media: ["text/csv"], extensions: ["csv"]),
    .init(
      "public.tab-separated-values-text", "tab-separated values",
      kindOf: ["public.delimited-values-text"],
      media: ["text/tab-separated-values"], extensions: ["tsv", "tab"]),
    plain("application/jsonl", "JSON lines", ["jsonl", "ndjson"]),
    plain("application/json5", "JSON5", ["json5", "jsonc"]),
  ]

  private static let markup: [TypeDeclaration] = [
    .init(
      "public.json", "JSON", kindOf: ["public.text"], media: ["application/json", "text/json"],
      extensions: ["json", "webmanifest"]),
    .init(
      "public.geojson", "GeoJSON", kindOf: ["public.json"], media: ["application/geo+json"],
      extensions: ["geojson"]),
    .init(
      "org.jupyter.notebook", "Jupyter notebook", kindOf: ["public.json"],
      media: ["application/x-ipynb+json"], extensions: ["ipynb"]),
    .init("md.obsidian.canvas", "JSON canvas", kindOf: ["public.json"], extensions: ["canvas"]),
    .init(
      "public.xml", "XML", kindOf: ["public.text"], media: ["application/xml", "text/xml"],
      extensions: ["xml", "xsd", "xsl", "opml", "gpx", "kml", "plist"]),
    .init(
      "public.yaml", "YAML", kindOf: ["public.text"],
      media: ["application/yaml", "application/x-yaml", "text/yaml"], extensions: ["yaml", "yml"]),
    .init(
      "public.html", "HTML", kindOf: ["public.text"], media: ["text/html"],
      extensions: ["html", "htm", "xhtml"]),
    .init(
      "public.rtf", "rich text", kindOf: ["public.text"], media: ["text/rtf", "application/rtf"],
      extensions: ["rtf"]),
    .init(
      "public.css", "style sheet", kindOf: ["public.text"], media: ["text/css"],
      extensions: ["css"]),
  ]

  private static let sources: [TypeDeclaration] = [
    source("public.swift-source", "Swift", "text/x-swift", ["swift"]),
    source("public.c-source", "C", "text/x-csrc", ["c"]),
    source("public.c-header", "C header", "text/x-chdr", ["h"]),
    source("public.c-plus-plus-source", "C++", "text/x-c++src", ["cpp", "cc", "cxx"]),
    source("public.c-plus-plus-header", "C++ header", "text/x-c++hdr", ["hpp", "hh", "hxx"]),
    source("public.objective-c-source", "Objective-C", "text/x-objcsrc", ["m"]),
    source("com.sun.java-source", "Java", "text/x-java", ["java"]),
    source("org.kotlinlang.source", "Kotlin", "text/x-kotlin", ["kt", "kts"]),
    source("org.golang.source", "Go", "text/x-go", ["go"]),
    source("org.rust-lang.source", "Rust", "text/rust", ["rs"]),
    source("com.microsoft.typescript", "TypeScript", "text/x-typescript", ["ts", "tsx"]),
    source("public.sql", "SQL", "application/sql", ["sql"]),
    source(
      "public.make-source", "makefile", "text/x-makefile", ["mk", "mak"],
      names: ["makefile", "gnumakefile"]),
    script(
      "com.netscape.javascript-source", "JavaScript", "text/javascript", ["js", "mjs", "cjs"]),
    script("public.python-script", "Python", "text/x-python", ["py", "pyw"]),
    script("public.ruby-script", "Ruby", "application/x-ruby", ["rb"]),
    script("public.perl-script", "Perl", "application/x-perl", ["pl", "pm"]),
    script("public.php-script", "PHP", "application/x-php", ["php"]),
    script(
      "public.shell-script", "shell script", "application/x-shellscript",
      ["sh", "bash", "zsh", "fish"]),
    script("org.lua.script", "Lua", "text/x-lua", ["lua"]),
  ]

  private static let pictures: [TypeDeclaration] = [
    image("public.jpeg", "JPEG image", "image/jpeg", ["jpg", "jpeg", "jpe"]),
    image("public.png", "PNG image", "image/png", ["png"]),
    image("com.compuserve.gif", "GIF image", "image/gif", ["gif"]),
    image("public.tiff", "TIFF image", "image/tiff", ["tiff", "tif"]),
    image("org.webmproject.webp", "WebP image", "image/webp", ["webp"]),
    image("public.heic", "HEIC image", "image/heic", ["heic"]),
    image("public.avif", "AVIF image", "image/avif", ["avif"]),
    image("com.microsoft.bmp", "BMP image", "image/bmp", ["bmp"]),
    image("com.microsoft.ico", "icon", "image/vnd.microsoft.icon", ["ico"]),
    .init(
      "public.svg-image", "SVG image", kindOf: ["public.image", "public.xml"],
      media: ["image/svg+xml"], extensions: ["svg"]),
  ]

  private static let media: [TypeDeclaration] = [
    audio("public.mp3", "MP3 audio", "audio/mpeg", ["mp3"]),
    audio("public.mpeg-4-audio", "MPEG-4 audio", "audio/mp4", ["m4a"]),
    audio("com.microsoft.waveform-audio", "Waveform audio", "audio/x-wav", ["wav"]),
    audio("org.xiph.flac", "FLAC audio", "audio/flac", ["flac"]),
    audio("org.xiph.ogg-audio", "Ogg audio", "audio/ogg", ["ogg", "oga", "opus"]),
    movie("public.mpeg-4", "MPEG-4 movie", "video/mp4", ["mp4", "m4v"]),
    movie("com.apple.quicktime-movie", "QuickTime movie", "video/quicktime", ["mov"]),
    movie("org.webmproject.webm", "WebM movie", "video/webm", ["webm"]),
    movie("org.matroska.mkv", "Matroska movie", "video/x-matroska", ["mkv"]),
  ]

  private static let documents: [TypeDeclaration] = [
    composite("com.adobe.pdf", "PDF document", "application/pdf", ["pdf"]),
    composite("org.idpf.epub-container", "EPUB", "application/epub+zip", ["epub"]),
    composite("com.microsoft.word.doc", "Word 97 document", "application/msword", ["doc"]),
    composite("com.microsoft.excel.xls", "Excel 97 sheet", "application/vnd.ms-excel", ["xls"]),
    composite(
      "com.microsoft.powerpoint.ppt", "PowerPoint 97 slides", "application/vnd.ms-powerpoint",
      ["ppt"]),
    office("wordprocessingml.document", "Word document", "docx"),
    office("spreadsheetml.sheet", "Excel sheet", "xlsx"),
    office("presentationml.presentation", "PowerPoint slides", "pptx"),
    openDocument("text", "OpenDocument text", "odt"),
    openDocument("spreadsheet", "OpenDocument sheet", "ods"),
    openDocument("presentation", "OpenDocument slides", "odp"),
    openDocument("graphics", "OpenDocument drawing", "odg"),
    .init(
      "org.sqlite.database", "SQLite database", kindOf: ["public.data", "public.database"],
      media: ["application/vnd.sqlite3"], extensions: ["sqlite", "sqlite3", "db"]),
  ]

  private static let archives: [TypeDeclaration] = [
    archive("public.zip-archive", "ZIP archive", "application/zip", ["zip"]),
    archive("org.gnu.gnu-zip-archive", "gzip archive", "application/gzip", ["gz", "tgz"]),
    archive("public.bzip2-archive", "bzip2 archive", "application/x-bzip2", ["bz2"]),
    archive("org.tukaani.xz-archive", "xz archive", "application/x-xz", ["xz"]),
    archive("org.facebook.zstandard", "Zstandard archive", "application/zstd", ["zst"]),
    archive("public.tar-archive", "tar archive", "application/x-tar", ["tar"]),
    archive("org.7-zip.7-zip-archive", "7-Zip archive", "application/x-7z-compressed", ["7z"]),
  ]
}

// MARK: Rows in short

private func plain(_ media: String, _ description: String, _ extensions: [String])
  -> TypeDeclaration
{
  .init(
    MediaType.identifier(of: media), description, kindOf: ["public.plain-text"], media: [media],
    extensions: extensions)
}

private func source(
  _ identifier: String, _ language: String, _ media: String, _ extensions: [String],
  names: [String] = []
) -> TypeDeclaration {
  .init(
    identifier, language + " source", kindOf: ["public.source-code"], media: [media],
    extensions: extensions, names: names)
}

private func script(
  _ identifier: String, _ language: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, language, kindOf: ["public.script"], media: [media], extensions: extensions)
}

private func image(
  _ identifier: String, _ description: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, description, kindOf: ["public.image"], media: [media], extensions: extensions)
}

private func audio(
  _ identifier: String, _ description: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, description, kindOf: ["public.audio"], media: [media], extensions: extensions)
}

private func movie(
  _ identifier: String, _ description: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, description, kindOf: ["public.movie"], media: [media], extensions: extensions)
}

private func composite(
  _ identifier: String, _ description: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, description, kindOf: ["public.data", "public.composite-content"], media: [media],
    extensions: extensions)
}

private func office(_ kind: String, _ description: String, _ fileNameExtension: String)
  -> TypeDeclaration
{
  composite(
    "org.openxmlformats." + kind, description,
    "application/vnd.openxmlformats-officedocument." + kind, [fileNameExtension])
}

private func openDocument(_ kind: String, _ description: String, _ fileNameExtension: String)
  -> TypeDeclaration
{
  composite(
    "org.oasis-open.opendocument." + kind, description,
    "application/vnd.oasis.opendocument." + kind, [fileNameExtension])
}

private func archive(
  _ identifier: String, _ description: String, _ media: String, _ extensions: [String]
) -> TypeDeclaration {
  .init(
    identifier, description, kindOf: ["public.archive"], media: [media], extensions: extensions)
}
