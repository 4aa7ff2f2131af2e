import CryptoSwift
import Foundation

enum FrameKeys {
  static let broadcast: [UInt8] = Array(repeating: 0xa5, count: 16)

  static func fresh() -> [UInt8] {
    AES.randomIV(16)
  }
}

struct LiveSession {
  let startedAt = Date()
  let frameKey = FrameKeys.fresh()
}

enum PlaylistKeyError: Error {
  case missing(String)
}

final class PlaylistKeyStore {
  private var cache: [String: [UInt8]] = [:]
  private let load: (String) throws -> Data?

  init(load: @escaping (String) throws -> Data?) {
    self.load = load
  }

  func bytes(for name: String) throws -> [UInt8] {
    if let hit = cache[name] { return hit }
    guard let data = try load(name), data.count >= 32 else { throw PlaylistKeyError.missing(name) }
    cache[name] = Array(data)
    return Array(data)
  }

  func purge() {
    cache.removeAll()
  }
}
