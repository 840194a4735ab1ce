/// What programs name in code, more than it is met on disk.
extension BuiltInTypes {
  static let further: [TypeDeclaration] = places + kinds + writing + recordings

  private static let places: [TypeDeclaration] = [
    .init("public.symlink", "symbolic link", kindOf: ["public.item"], media: ["inode/symlink"]),
    .init("public.volume", "volume", kindOf: ["public.folder"], media: ["inode/mount-point"]),
    .init("com.apple.bundle", "bundle", kindOf: ["public.directory"]),
    .init(
      "com.apple.rtfd", "rich text with attachments",
      kindOf: ["com.apple.package", "public.composite-content"], extensions: ["rtfd"]),
    .init("public.url", "URL", kindOf: ["public.data"]),
    .init("public.file-url", "file URL", kindOf: ["public.url"]),
    .init("public.executable", "executable", kindOf: ["public.item"]),
    .init(
      "public.unix-executable", "Unix executable", kindOf: ["public.executable", "public.data"],
      media: ["application/x-executable"]),
    .init("public.disk-image", "disk image", kindOf: ["public.archive"]),
    .init(
      "public.iso-image", "ISO disk image", kindOf: ["public.disk-image"],
      media: ["application/vnd.efi.iso"], extensions: ["iso"]),
  ]

  private static let kinds: [TypeDeclaration] = [
    .init("public.database", "database"),
    .init("public.font", "font", kindOf: ["public.data"]),
    .init("public.message", "message"),
    .init("public.contact", "contact"),
    .init("public.calendar-event", "calendar event"),
    .init("public.to-do-item", "to-do item"),
    .init("public.bookmark", "bookmark"),
    .init("public.playlist", "playlist"),
    .init("public.presentation", "presentation", kindOf: ["public.composite-content"]),
    .init("public.spreadsheet", "spreadsheet", kindOf: ["public.content"]),
    .init("public.3d-content", "three-dimensional content", kindOf: ["public.content"]),
    .init("public.email-message", "e-mail message", kindOf: ["public.data", "public.message"]),
    .init(
      "public.truetype-ttf-font", "TrueType font", kindOf: ["public.font"], media: ["font/ttf"],
      extensions: ["ttf"]),
    .init(
      "public.opentype-font", "OpenType font", kindOf: ["public.font"], media: ["font/otf"],
      extensions: ["otf"]),
  ]

  private static let writing: [TypeDeclaration] = [
    .init("public.delimited-values-text", "delimited values", kindOf: ["public.plain-text"]),
    .init("public.utf16-plain-text", "UTF-16 text", kindOf: ["public.plain-text"]),
    .init(
      "public.utf16-external-plain-text", "UTF-16 text with byte order",
      kindOf: ["public.plain-text"]),
    .init("com.apple.property-list", "property list", kindOf: ["public.data"]),
    .init(
      "com.apple.xml-property-list", "XML property list",
      kindOf: ["public.xml", "com.apple.property-list"]),
    .init(
      "com.apple.binary-property-list", "binary property list",
      kindOf: ["com.apple.property-list"]),
    .init(
      "public.assembly-source", "assembly source", kindOf: ["public.source-code"],
      media: ["text/x-asm"], extensions: ["s", "asm"]),
    .init(
      "public.objective-c-plus-plus-source", "Objective-C++ source",
      kindOf: ["public.source-code"], extensions: ["mm"]),
  ]

  private static let recordings: [TypeDeclaration] = [
    .init("public.video", "video", kindOf: ["public.movie"]),
    .init("public.camera-raw-image", "raw image", kindOf: ["public.image"]),
    .init(
      "public.heif", "HEIF image", kindOf: ["public.image"], media: ["image/heif"],
      extensions: ["heif"]),
    .init(
      "com.apple.icns", "icon", kindOf: ["public.image"], media: ["image/x-icns"],
      extensions: ["icns"]),
    .init(
      "public.mpeg", "MPEG movie", kindOf: ["public.movie"], media: ["video/mpeg"],
      extensions: ["mpg", "mpeg"]),
    .init(
      "public.avi", "AVI movie", kindOf: ["public.movie"], media: ["video/x-msvideo"],
      extensions: ["avi"]),
    .init(
      "public.aiff-audio", "AIFF audio", kindOf: ["public.audio"], media: ["audio/x-aiff"],
      extensions: ["aiff", "aif"]),
    .init(
      "public.midi-audio", "MIDI audio", kindOf: ["public.audio"], media: ["audio/midi"],
      extensions: ["mid", "midi"]),
    .init(
      "public.m3u-playlist", "M3U playlist", kindOf: ["public.plain-text", "public.playlist"],
      media: ["audio/x-mpegurl"], extensions: ["m3u", "m3u8"]),
  ]
}
