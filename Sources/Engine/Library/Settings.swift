import DocumentTypes
package import Documents
package import Reconciliation

/// How a library is to be kept; every value has a default that suits a person's notes.
package struct Settings: Sendable {
  /// Documents over this many bytes are known by their digest, but their content is not kept.
  package var contentLimit = 32 << 20
  /// How long an unreadable version has to stay as it is before it is believed; nanoseconds.
  package var believeAfter = Nanoseconds.seconds(120)
  /// The same for a package, whose members may arrive one after the other; nanoseconds.
  package var believePackageAfter = Nanoseconds.seconds(600)
  /// How long a package has to be quiet to be read; nanoseconds.
  package var packagePatience = Nanoseconds.milliseconds(500)
  /// Changes of one document within this time after it was reported are reported as one; nanoseconds.
  package var settleTime = Nanoseconds.milliseconds(300)
  /// How often everything is looked at without a hint; nanoseconds. Zero: never.
  package var rescanInterval = Nanoseconds.seconds(300)
  /// How often everything is looked at on a network file system, where other machines' changes are
  /// told by nothing; nanoseconds. Zero: as elsewhere.
  package var networkRescanInterval = Nanoseconds.seconds(30)
  /// How often directories that can't be watched are listed; nanoseconds.
  package var pollInterval = Nanoseconds.seconds(5)
  /// How long a new name has to be there to be a document; nanoseconds.
  package var newPatience = Nanoseconds.milliseconds(200)
  /// How long a document that looks like an editor's temporary file stays out; nanoseconds.
  package var temporaryPatience = Nanoseconds.seconds(3)
  /// How long a conflict copy that equals its document is left there, since the tool that made it
  /// may be about to replace the document; nanoseconds.
  package var equalCopyPatience = Nanoseconds.seconds(20)
  /// How long a Syncthing conflict is left to the machine whose edit lost; nanoseconds.
  package var otherMachinePatience = Nanoseconds.seconds(60)
  /// How long a file has to be quiet to be read although a program keeps it open; nanoseconds.
  package var openPatience = Nanoseconds.seconds(30)
  package var policy = Situation.Policy.merge
  package var flush = FlushPolicy.full
  /// Documents whose versions are always kept side by side, in gitignore's syntax.
  package var keptSideBySide: [UInt8] = []
  /// What is no document, in gitignore's syntax; each directory's `.collateignore` may say otherwise.
  package var ignored: [UInt8] = []
  /// How documents are read, compared and joined.
  package var types = DocumentTypeRegistry.builtIn
  /// Names this machine in conflict names.
  package var host = "this machine"
  /// Seconds east of Greenwich at a time in nanoseconds since 1970, for the times in conflict names.
  package var utcOffset: @Sendable (_ nanoseconds: Int64) -> Int = { _ in 0 }

  package init() {}
}
