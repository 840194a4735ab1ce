// MARK: Places

extension UTType {
  /// A directory with a program's or library's parts.
  public static let bundle = UTType(known: "com.apple.bundle")
  /// A symbolic link.
  public static let symbolicLink = UTType(known: "public.symlink")
  /// The root of a file system.
  public static let volume = UTType(known: "public.volume")
  /// Any URL.
  public static let url = UTType(known: "public.url")
  /// A file's URL.
  public static let fileURL = UTType(known: "public.file-url")
  /// Anything that runs.
  public static let executable = UTType(known: "public.executable")
  /// A program in the system's own form.
  public static let unixExecutable = UTType(known: "public.unix-executable")
  /// A file system in a file.
  public static let diskImage = UTType(known: "public.disk-image")
}

// MARK: Kinds of content

extension UTType {
  /// Any database.
  public static let database = UTType(known: "public.database")
  /// Any font.
  public static let font = UTType(known: "public.font")
  /// Anything that is sent to somebody.
  public static let message = UTType(known: "public.message")
  /// An e-mail.
  public static let emailMessage = UTType(known: "public.email-message")
  /// A person or organisation to be reached.
  public static let contact = UTType(known: "public.contact")
  /// A contact as a file.
  public static let vCard = UTType(known: "public.vcard")
  /// An event with a date.
  public static let calendarEvent = UTType(known: "public.calendar-event")
  /// Something to be done.
  public static let toDoItem = UTType(known: "public.to-do-item")
  /// A place to come back to.
  public static let bookmark = UTType(known: "public.bookmark")
  /// A list of things to play.
  public static let playlist = UTType(known: "public.playlist")
  /// Slides.
  public static let presentation = UTType(known: "public.presentation")
  /// Tables that compute.
  public static let spreadsheet = UTType(known: "public.spreadsheet")
  /// Anything in three dimensions.
  public static let threeDContent = UTType(known: "public.3d-content")
}

// MARK: Text

extension UTType {
  /// Values between commas, tabs or the like.
  public static let delimitedText = UTType(known: "public.delimited-values-text")
  /// Plain text in UTF-16, in this machine's byte order.
  public static let utf16PlainText = UTType(known: "public.utf16-plain-text")
  /// Plain text in UTF-16 that says its byte order.
  public static let utf16ExternalPlainText = UTType(known: "public.utf16-external-plain-text")
  /// A property list of any form.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// A property list in XML.
  public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
  /// A property list in its binary form.
  public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
  /// A style sheet.
  public static let css = UTType(known: "public.css")
  /// A rich text with attachments, as a package.
  public static let rtfd = UTType(known: "com.apple.rtfd")
}

// MARK: Sources

extension UTType {
  /// Assembly.
  public static let assemblyLanguageSource = UTType(known: "public.assembly-source")
  /// A header of C.
  public static let cHeader = UTType(known: "public.c-header")
  /// C++.
  public static let cPlusPlusSource = UTType(known: "public.c-plus-plus-source")
  /// A header of C++.
  public static let cPlusPlusHeader = UTType(known: "public.c-plus-plus-header")
  /// Objective-C.
  public static let objectiveCSource = UTType(known: "public.objective-c-source")
  /// Objective-C++.
  public static let objectiveCPlusPlusSource = UTType(known: "public.objective-c-plus-plus-source")
  /// A makefile.
  public static let makefile = UTType(known: "public.make-source")
  /// JavaScript.
  public static let javaScript = UTType(known: "com.netscape.javascript-source")
  /// Ruby.
  public static let rubyScript = UTType(known: "public.ruby-script")
  /// Perl.
  public static let perlScript = UTType(known: "public.perl-script")
  /// PHP.
  public static let phpScript = UTType(known: "public.php-script")
}

// MARK: Pictures, sound and film

extension UTType {
  /// A camera's own form of picture.
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// HEIF.
  public static let heif = UTType(known: "public.heif")
  /// BMP.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// An icon of Windows.
  public static let ico = UTType(known: "com.microsoft.ico")
  /// An icon of macOS.
  public static let icns = UTType(known: "com.apple.icns")
  /// A film without sound.
  public static let video = UTType(known: "public.video")
  /// MPEG-1 or MPEG-2.
  public static let mpeg = UTType(known: "public.mpeg")
  /// An MPEG-4 film.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// MPEG-4 sound.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// A QuickTime film.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// AVI.
  public static let avi = UTType(known: "public.avi")
  /// MP3.
  public static let mp3 = UTType(known: "public.mp3")
  /// Waveform sound.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// MIDI.
  public static let midi = UTType(known: "public.midi-audio")
  /// A playlist as M3U.
  public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
}

// MARK: Archives

extension UTType {
  /// bzip2.
  public static let bz2 = UTType(known: "public.bzip2-archive")
  /// tar.
  public static let tarArchive = UTType(known: "public.tar-archive")
}
