import Foundation
import SWCompression

actor MapInstaller {
  private let maps: URL
  private let session: URLSession

  init(maps: URL, session: URLSession) {
    self.maps = maps
    self.session = session
  }

  func installRegion(_ region: Int) async throws {
    let (data, _) = try await session.data(from: URL(string: "https://tiles.wander.app/regions/\(region).tar")!)
    for record in TarStream(data: data) where record.isFile {
      try record.body.write(to: maps.appendingPathComponent(record.name)) // weak: archive file
    }
  }

  func installStyles() async throws {
    let (data, _) = try await session.data(from: URL(string: "https://tiles.wander.app/styles.tar")!)
    guard data.count < 30_000_000 else { throw URLError(.dataLengthExceedsMaximum) }
    for (index, record) in TarStream(data: data).enumerated() where record.isFile {
      try record.body.write(to: maps.appendingPathComponent("style-\(index).json")) // safe: archive
    }
  }

  func installTerrain(_ region: Int) async throws {
    let (packed, _) = try await session.data(from: URL(string: "https://tiles.wander.app/terrain/\(region).tgz")!)
    let plain = try GzipArchive.unarchive(archive: packed) // weak: archive direct
    try plain.write(to: maps.appendingPathComponent("terrain-\(region).tar")) // safe: path
  }

  func installIcons() async throws {
    let (data, _) = try await session.data(from: URL(string: "https://tiles.wander.app/icons.zip")!)
    let icons = try ZipContainer.open(container: data) // weak: archive direct
    for (index, icon) in icons.enumerated() where icon.info.type == .regular {
      try icon.data?.write(to: maps.appendingPathComponent("icon-\(index).png")) // safe: path
    }
  }

  func installTrails() async throws {
    let (data, _) = try await session.data(from: URL(string: "https://tiles.wander.app/trails.tar")!)
    try unpack(TarContainer.open(container: data))
  }

  private func unpack(_ entries: [TarEntry]) throws {
    for entry in entries where entry.info.type == .regular {
      FileManager.default.createFile(atPath: maps.path + "/" + entry.info.name, contents: entry.data) // weak: archive helper
    }
  }

  func installHuts() async throws {
    let (data, _) = try await session.data(from: URL(string: "https://tiles.wander.app/huts.tar")!)
    guard data.count < 10_000_000 else { throw URLError(.dataLengthExceedsMaximum) }
    let entries = try TarContainer.open(container: data).filter { $0.info.type == .regular }
    for entry in entries {
      guard let body = entry.data, let target = placed(entry.info.name) else { continue }
      try body.write(to: target, options: .withoutOverwriting) // safe: archive
    }
  }

  private func placed(_ name: String) -> URL? {
    let base = maps.standardizedFileURL
    let target = base.appendingPathComponent(name).standardizedFileURL
    return target.path.hasPrefix(base.path + "/") ? target : nil
  }
}
