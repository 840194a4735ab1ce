import Engine
import Reconciliation
import StateStore
import TestSupport
import Testing

/// Symbolic links between the directories of a library.
@Suite struct LinkSimulationTests {
  private let link: RelativePath
  private let other: RelativePath

  init() throws {
    link = try #require(RelativePath("l.md"))
    other = try #require(RelativePath("sub/m.md"))
  }

  private func world(
    replicas: Int = 2, _ prepare: (SimulatedWorld) -> Void = { _ in }
  ) throws -> SimulatedWorld {
    let world = SimulatedWorld(replicas: replicas)
    for volume in world.volumes { volume.makeDirectories(other.parent) }
    // So that no root is ever found empty.
    world.volumes[0].write(try #require(RelativePath("z.md")), Array("z\n".utf8))
    prepare(world)
    #expect(world.start())
    #expect(world.settle(quiet: 5_000_000_000))
    return world
  }

  private func target(_ path: RelativePath, _ volume: SimulatedVolume) -> String? {
    volume.links()[path].flatMap { SymbolicLink(decoding: $0) }
      .map { String(decoding: $0.target, as: UTF8.self) }
  }

  private func make(_ path: RelativePath, to target: String, _ volume: SimulatedVolume) {
    #expect(volume.makeSymbolicLink(path, to: Array(target.utf8)))
  }

  private func leadElsewhere(
    _ path: RelativePath, to target: String, _ volume: SimulatedVolume
  ) throws {
    let beside = try #require(path.parent.appending(Array("beside".utf8)))
    make(beside, to: target, volume)
    #expect(volume.rename(beside, path))
  }

  private func rest(_ world: SimulatedWorld) {
    #expect(world.settle(quiet: 5_000_000_000))
  }

  @Test func `one that is made, changed, renamed and removed in one is so in the others`() throws {
    let world = try world(replicas: 3)
    make(link, to: "/etc/hostname", world.volumes[0])
    rest(world)
    #expect(world.volumes.map { target(link, $0) } == Array(repeating: "/etc/hostname", count: 3))
    try leadElsewhere(link, to: "nowhere", world.volumes[1])
    rest(world)
    #expect(world.volumes.map { target(link, $0) } == Array(repeating: "nowhere", count: 3))
    #expect(world.volumes[2].rename(link, other))
    rest(world)
    #expect(world.volumes.map { target(other, $0) } == Array(repeating: "nowhere", count: 3))
    #expect(world.volumes.allSatisfy { $0.look(link) == nil })
    #expect(world.volumes[0].remove(other))
    rest(world)
    #expect(world.volumes.allSatisfy { $0.links().isEmpty })
    let kinds = world.library?.store.events(after: 0, limit: 100).map(\.kind)
    #expect(kinds == [.adopted, .created, .changed, .moved, .deleted])
    let nowhere = try #require(SymbolicLink(to: Array("nowhere".utf8)))
    #expect(
      world.library?.store.history(of: other).first?.digest == SHA256.digest(nowhere.content))
  }

  @Test func `two that lead elsewhere are a conflict, side by side everywhere`() throws {
    let world = try world { make(link, to: "base", $0.volumes[0]) }
    #expect(world.volumes.map { target(link, $0) } == ["base", "base"])
    try leadElsewhere(link, to: "left", world.volumes[0])
    world.clock.advance(by: 1_000_000)
    try leadElsewhere(link, to: "right", world.volumes[1])
    rest(world)
    for volume in world.volumes {
      #expect(target(link, volume) == "right")
      #expect(
        Set(volume.links().keys.compactMap { target($0, volume) }) == ["left", "right"])
      #expect(volume.links().count == 2)
    }
    let conflict = try #require(world.library?.openConflicts.first)
    #expect(conflict.reason == "a symbolic link can't be joined with another version")
  }

  @Test func `one and a file of its name are both kept, and the mode is the file's`() throws {
    let world = try world { make(link, to: "base", $0.volumes[0]) }
    try leadElsewhere(link, to: "left", world.volumes[0])
    #expect(world.volumes[1].remove(link))
    #expect(world.volumes[1].write(link, Array("text\n".utf8)))
    #expect(world.volumes[1].setMode(link, 0o600))
    rest(world)
    for volume in world.volumes {
      #expect(volume.content(link) == Array("text\n".utf8))
      #expect(volume.look(link)?.fingerprint.mode == 0o600)
      #expect(volume.links().keys.map { target($0, volume) } == ["left"])
    }
  }

  @Test func `a file that takes its place keeps its mode and its xattrs`() throws {
    let world = try world { make(link, to: "base", $0.volumes[0]) }
    #expect(world.volumes[0].remove(link))
    #expect(world.volumes[0].write(link, Array("#!/bin/sh\n".utf8)))
    #expect(world.volumes[0].setMode(link, 0o755))
    #expect(world.volumes[0].setAttribute(link, Array("user.tag".utf8), [1]))
    rest(world)
    for volume in world.volumes {
      #expect(volume.content(link) == Array("#!/bin/sh\n".utf8))
      #expect(volume.metadata(link)?.mode == 0o755)
      #expect(volume.metadata(link)?.attributes == [Array("user.tag".utf8): [1]])
    }
  }

  @Test func `one that takes a directory's place is kept beside what others put into that`() throws
  {
    let world = try world()
    let inner = try #require(RelativePath("sub/in.md"))
    #expect(world.volumes[0].removeTree(other.parent))
    make(other.parent, to: "elsewhere", world.volumes[0])
    #expect(world.volumes[1].write(inner, Array("text\n".utf8)))
    rest(world)
    for volume in world.volumes {
      #expect(volume.content(inner) == Array("text\n".utf8))
      #expect(volume.links().keys.map { target($0, volume) } == ["elsewhere"])
    }
  }

  @Test
  func `where there are none, it is held with the reason, and a file in its place comes over`()
    throws
  {
    let world = SimulatedWorld(replicas: 2)
    world.volumes[1].metadata = .vfat
    make(link, to: "nowhere", world.volumes[0])
    #expect(world.volumes[0].write(other, Array("text\n".utf8)) == false)
    world.volumes[0].makeDirectories(other.parent)
    #expect(world.volumes[0].write(other, Array("text\n".utf8)))
    #expect(world.start())
    #expect(world.settle(quiet: 100_000_000_000))
    let held = try #require(world.library?.status().held.first)
    #expect(held.path == link)
    #expect(
      held.reason == "it is a symbolic link, which the file system of this machine can't hold")
    #expect(world.volumes[1].content(other) == Array("text\n".utf8))
    #expect(world.volumes[1].look(link) == nil)
    #expect(target(link, world.volumes[0]) == "nowhere")
    #expect(world.volumes[0].remove(link))
    #expect(world.volumes[0].write(link, Array("a file now\n".utf8)))
    rest(world)
    #expect(world.volumes[1].content(link) == Array("a file now\n".utf8))
    #expect(world.library?.status().held.isEmpty == true)
  }

  @Test func `one that others removed while it was renamed is a document of its new name`() throws {
    for isLink in [true, false] {
      let world = try world {
        if isLink {
          make(link, to: "nowhere", $0.volumes[0])
        } else {
          $0.volumes[0].write(link, Array("text\n".utf8))
        }
      }
      #expect(world.volumes[1].remove(link))
      // The removal is believed after a second, and the new name is not looked at before.
      world.cycle()
      world.clock.advance(by: 980_000_000)
      #expect(world.volumes[0].rename(link, other))
      for _ in 0..<20 {
        world.cycle()
        world.clock.advance(by: 10_000_000)
      }
      rest(world)
      for volume in world.volumes {
        #expect(volume.look(link) == nil)
        #expect(volume.fileOrLink(other) != nil)
      }
    }
  }

  @Test func `killed at any step, both hold the same and every link is kept`() throws {
    var kills = 0
    for step in 1...90 {
      let world = try world { make(link, to: "base", $0.volumes[0]) }
      try leadElsewhere(link, to: "new", world.volumes[0])
      make(other, to: "another", world.volumes[1])
      world.volumes[1].crashAtStep = world.volumes[1].steps + step
      _ = world.settle(quiet: 5_000_000_000)
      if world.isCrashed {
        kills += 1
        var chance = SeededChance(seed: UInt64(step))
        world.crash(powerLoss: step.isMultiple(of: 2), using: &chance)
        #expect(world.start())
      }
      rest(world)
      #expect(world.volumes.map { target(link, $0) } == ["new", "new"], "step \(step)")
      #expect(world.volumes.map { target(other, $0) } == ["another", "another"], "step \(step)")
      #expect(world.volumes.allSatisfy { $0.filesAside().isEmpty }, "step \(step)")
    }
    #expect(kills > 15)
  }

  @Test func `rules are not read through a link`() throws {
    let rules = try #require(RelativePath(".collateignore"))
    let world = try world { make(rules, to: "*", $0.volumes[0]) }
    #expect(world.volumes.map { target(rules, $0) } == ["*", "*"])
    #expect(world.volumes[1].write(link, Array("text\n".utf8)))
    rest(world)
    #expect(world.volumes[0].content(link) == Array("text\n".utf8))
  }

  @Test func `a client can neither open one nor save over it`() throws {
    let world = try world { make(link, to: "nowhere", $0.volumes[0]) }
    let library = try #require(world.library)
    let base = try #require(library.store.bases[link])
    let refusal = RequestError.failed(
      message:
        "l.md is a symbolic link, and isn't followed: open what it leads to by its own name, "
        + "or have it lead elsewhere with `ln -sfn`")
    #expect(throws: refusal) { try library.open(link, at: world.clock.now) }
    #expect(throws: refusal) {
      try library.save(
        Array("text\n".utf8), to: link, opened: base.digest, client: "editor", at: world.clock.now)
    }
    #expect(throws: RequestError.self) {
      try library.save(
        try #require(SymbolicLink(to: [0x61])).content, to: other, opened: nil, client: "editor",
        at: world.clock.now)
    }
    #expect(try library.document(link).contentType == "public.symlink")
    try leadElsewhere(link, to: "elsewhere", world.volumes[1])
    rest(world)
    try library.restore(link, to: base.digest, at: world.clock.now)
    rest(world)
    #expect(world.volumes.map { target(link, $0) } == ["nowhere", "nowhere"])
  }
}
