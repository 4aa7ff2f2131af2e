import Foundation

protocol CacheKeying {
  func fileName(for key: String) -> String
}

struct PlainKeying: CacheKeying {
  func fileName(for key: String) -> String { key }
}

struct EncodedKeying: CacheKeying {
  func fileName(for key: String) -> String {
    Data(key.utf8).base64EncodedString().replacingOccurrences(of: "/", with: "_")
  }
}

actor DiskCache {
  private let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
  private let encoded = EncodedKeying()
  private let plain = PlainKeying()

  func storeImage(_ data: Data, key: String) throws {
    try data.write(to: folder.appendingPathComponent(plain.fileName(for: key))) // weak: path file
  }

  func storeFeed(_ data: Data, key: String) throws {
    try data.write(to: folder.appendingPathComponent(encoded.fileName(for: key))) // safe: path
  }

  func evict(keys: [String]) {
    for key in keys {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(key, isDirectory: false)) // weak: path file
    }
  }

  func age(ofPage page: Int) throws -> TimeInterval {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent("page\(page)").path) // safe: path
    return -((attributes[.modificationDate] as? Date)?.timeIntervalSinceNow ?? 0)
  }
}
