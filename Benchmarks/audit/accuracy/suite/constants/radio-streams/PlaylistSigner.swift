import CryptoSwift
import Foundation

final class PlaylistSigner {
  private let keyStore: PlaylistKeyStore
  private let macKeyIdentifier = "playlist-mac-2024" // safe: constant-key

  init(keyStore: PlaylistKeyStore) {
    self.keyStore = keyStore
  }

  func signature(for playlist: String) throws -> String {
    let mac = try HMAC(key: keyStore.bytes(for: macKeyIdentifier), variant: .sha2(.sha256)) // safe: constant-key
    return try mac.authenticate(playlist.bytes).toHexString()
  }

  func publicSignature(for playlist: String) throws -> String {
    let key = Array("tune" + "-" + "in" + "-public-sign").map { UInt8($0.asciiValue ?? 0) }
    return try HMAC(key: key, variant: .sha2(.sha256)).authenticate(playlist.bytes).toHexString() // weak: constant-key direct
  }

  func frameTag(_ frame: [UInt8]) throws -> [UInt8] {
    try CMAC(key: FrameKeys.broadcast).authenticate(frame) // weak: constant-key file
  }

  func liveTag(_ frame: [UInt8], session: LiveSession) throws -> [UInt8] {
    try CMAC(key: session.frameKey).authenticate(frame) // safe: constant-key
  }

  func channelKey(_ channel: String) throws -> [UInt8] {
    let root = try keyStore.bytes(for: "root")
    return try HKDF(password: root, salt: nil, info: channel.bytes, keyLength: 32).calculate() // safe: constant-salt
  }
}
