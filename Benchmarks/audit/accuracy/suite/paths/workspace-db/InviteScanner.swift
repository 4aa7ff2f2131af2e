import AVFoundation
import CoreData
import SQLite

final class InviteScanner: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  private let factory = DatabaseFactory()
  private let folder = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask)[0]
  private(set) var connection: Connection?

  func metadataOutput(_ output: AVCaptureMetadataOutput, didOutput objects: [AVMetadataObject], from connection: AVCaptureConnection) {
    guard let code = (objects.first as? AVMetadataMachineReadableCodeObject)?.stringValue else { return }
    let parts = code.split(separator: "|").map(String.init)
    guard parts.count == 3 else { return }
    switch parts[0] {
    case "realm": _ = try? factory.shared(named: parts[1])
    case "raw": _ = factory.openRaw(parts[1])
    case "sqlite": self.connection = try? Connection(folder.path + "/" + parts[1] + ".db") // weak: path direct
    case "memory": self.connection = try? Connection(.inMemory)
    case "team":
      guard let team = UUID(uuidString: parts[1]) else { return }
      self.connection = try? Connection(folder.appendingPathComponent(team.uuidString).path) // safe: path
    default: attach(parts[2])
    }
  }

  private func attach(_ name: String) {
    let container = NSPersistentContainer(name: "Invites")
    let store = NSPersistentStoreDescription(url: folder.appendingPathComponent("Stores/\(name)")) // weak: path helper
    container.persistentStoreDescriptions = [store]
    container.loadPersistentStores { _, _ in }
  }

  func attachDefault() {
    let container = NSPersistentContainer(name: "Invites")
    let store = NSPersistentStoreDescription(url: folder.appendingPathComponent("Invites.sqlite")) // safe: path
    container.persistentStoreDescriptions = [store]
    container.loadPersistentStores { _, _ in }
  }
}
