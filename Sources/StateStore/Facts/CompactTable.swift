/// A dictionary for very many small entries: they lie next to each other without gaps, and are
/// found by a table of their numbers. Takes about half of the memory of `Dictionary`, whose table
/// has a gap as large as an entry for every one to two entries.
///
/// The order of the entries depends only on what was done, not on chance.
struct CompactTable<Key: Hashable, Value> {
  private(set) var keys: [Key] = []
  private(set) var values: [Value] = []
  /// By hash, with linear probing: an entry's number plus one, or 0 where nothing is. A power of
  /// two long, and never more than three quarters full, so that every search ends.
  private var places: [UInt32] = []

  var count: Int { keys.count }

  subscript(key: Key) -> Value? {
    get { place(of: key).map { values[entry(at: $0)] } }
    set {
      if let newValue {
        updateValue(newValue, forKey: key)
      } else {
        removeValue(forKey: key)
      }
    }
  }

  /// Makes room for so many entries at once.
  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
    if count * 4 > places.count * 3 { makePlaces(for: count) }
  }

  /// Gives the value that was there before.
  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    if let place = place(of: key) {
      let number = entry(at: place)
      let before = values[number]
      values[number] = value
      return before
    }
    if (keys.count + 1) * 4 > places.count * 3 { makePlaces(for: keys.count + 1) }
    keys.append(key)
    values.append(value)
    put(keys.count - 1)
    return nil
  }

  /// Gives the value that was there. The last entry takes the place of the one that goes.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value? {
    guard let place = place(of: key) else { return nil }
    let number = entry(at: place)
    let last = keys.count - 1
    if number != last, let lastPlace = self.place(of: keys[last]) {
      places[lastPlace] = UInt32(number + 1)
      keys.swapAt(number, last)
      values.swapAt(number, last)
    }
    clear(place)
    keys.removeLast()
    return values.removeLast()
  }

  // MARK: Places

  private func entry(at place: Int) -> Int { Int(places[place]) - 1 }

  private func home(of key: Key) -> Int { key.hashValue & (places.count - 1) }

  private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

  private func place(of key: Key) -> Int? {
    guard !places.isEmpty else { return nil }
    var place = home(of: key)
    while places[place] != 0 {
      if keys[entry(at: place)] == key { return place }
      place = next(place)
    }
    return nil
  }

  private mutating func put(_ number: Int) {
    var place = home(of: keys[number])
    while places[place] != 0 { place = next(place) }
    places[place] = UInt32(number + 1)
  }

  /// Empties a place, and moves up those behind it that would not be found over a gap.
  private mutating func clear(_ place: Int) {
    var gap = place
    places[gap] = 0
    var place = next(gap)
    let mask = places.count - 1
    while places[place] != 0 {
      // Whether the place where the search for it begins lies, going round, not behind the gap.
      if (place - home(of: keys[entry(at: place)])) & mask >= (place - gap) & mask {
        places[gap] = places[place]
        places[place] = 0
        gap = place
      }
      place = next(place)
    }
  }

  private mutating func makePlaces(for count: Int) {
    var size = 8
    while count * 4 > size * 3 { size *= 2 }
    places = Array(repeating: 0, count: size)
    for number in keys.indices { put(number) }
  }
}
