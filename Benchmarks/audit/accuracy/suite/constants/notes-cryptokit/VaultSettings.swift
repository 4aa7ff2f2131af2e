import Foundation

enum VaultSettings {
  static let masterKeyAccount = "vault-master-key" // safe: constant-key
  static let keychainService = "com.inkwell.notes"
  static let exportLabel = Data("inkwell/export/v2".utf8)
  static let lockDelay: TimeInterval = 90
  static let maxAttachmentBytes = 25_000_000

  static let attachmentSecret: [UInt8] = [
    0x3f, 0x91, 0x0c, 0xd2, 0x77, 0x1e, 0xa4, 0x58, 0x6b, 0xe0, 0x19, 0x8d, 0x42, 0xf5, 0x2a, 0xc7,
    0x90, 0x3b, 0x64, 0x0f, 0xde, 0x81, 0x55, 0xb9, 0x1a, 0xe3, 0x7c, 0x46, 0xa8, 0x2d, 0xf0, 0x63
  ]

  static var indexSeed: Data {
    var seed = Data("inkwell".utf8)
    seed.append(contentsOf: Array(repeating: 0x2a, count: 25))
    return seed
  }
}

extension Notification.Name {
  static let vaultKeyDidRotate = Notification.Name("inkwell.vault.key.rotated") // safe: constant-key
}

struct VaultFolder {
  let container: URL

  func noteURL(for id: UUID) -> URL {
    container.appendingPathComponent("notes").appendingPathComponent(id.uuidString + ".sealed")
  }
}
