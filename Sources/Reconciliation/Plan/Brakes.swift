/// When Collate stops and asks instead of going on.
package enum Brakes {
  /// The smallest number of deletions at once that is held.
  package static let massDeletionMinimum = 20

  /// Whether so many deletions at once look like a mishap: more than half of the library and at
  /// least 20. An unmounted volume or a mistaken `rm` looks like this; a person tidying up rarely.
  package static func holdsDeletion(of count: Int, among total: Int) -> Bool {
    count >= massDeletionMinimum && count * 2 > total
  }
}
