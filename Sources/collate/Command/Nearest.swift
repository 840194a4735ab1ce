/// The word that someone who typed `text` probably meant; nil where none is near.
func nearest(to text: String, among words: [String]) -> String? {
  let limit = text.count <= 4 ? 1 : 2
  let scored = words.map { (word: $0, distance: editDistance(Array(text), Array($0))) }
  if let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= limit {
    return best.word
  }
  guard text.count >= 3 else { return nil }
  let beginning = words.filter { $0.hasPrefix(text) }
  return beginning.count == 1 ? beginning.first : nil
}

/// How many letters have to be put in, left out, changed or swapped with the next.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      let isSame = left[row] == right[column]
      var cost = min(
        previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, before[column - 1] + 1)
      }
      current.append(cost)
    }
    before = previous
    previous = current
  }
  return previous[right.count]
}
