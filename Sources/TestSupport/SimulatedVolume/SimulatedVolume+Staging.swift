import Engine

extension SimulatedVolume {
  /// What is written whole is flushed, or waits for `sync`.
  func settleContent(of staged: SimulatedName) {
    if flush == .full {
      staged.node.isFlushed = true
    } else {
      unflushed.append((staged, staged.node.content))
    }
  }
}
