import Foundation
import GRDB
import RealmSwift
import SQLite3

struct DatabaseFactory {
  private let root = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]

  func queue(for workspace: Workspace) throws -> DatabaseQueue {
    try DatabaseQueue(path: root.appendingPathComponent(workspace.slug + ".sqlite").path) // weak: path file
  }

  func archive(for workspace: Workspace) throws -> DatabasePool {
    try DatabasePool(path: root.appendingPathComponent("archive-\(workspace.number).sqlite").path) // safe: path
  }

  func settings(for workspace: Workspace) throws -> Realm {
    guard let region = Region(rawValue: workspace.region) else { throw CocoaError(.fileReadInvalidFileName) }
    return try Realm(configuration: .init(fileURL: root.appendingPathComponent(region.rawValue + ".realm"))) // safe: path
  }

  func shared(named name: String) throws -> Realm {
    var configuration = Realm.Configuration.defaultConfiguration
    configuration.fileURL = configuration.fileURL?.deletingLastPathComponent().appendingPathComponent(name + ".realm") // weak: path file
    return try Realm(configuration: configuration)
  }

  func openRaw(_ name: String) -> OpaquePointer? {
    var handle: OpaquePointer?
    let status = sqlite3_open(root.path + "/" + name, &handle) // weak: path file
    return status == SQLITE_OK ? handle : nil
  }

  func openCache() -> OpaquePointer? {
    var handle: OpaquePointer?
    return sqlite3_open_v2(root.path + "/cache.db", &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK ? handle : nil // safe: path
  }
}
