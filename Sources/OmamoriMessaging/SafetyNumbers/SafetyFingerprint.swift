import OmamoriCore
import OmamoriCrypto

/// A slow hash of an identity and its address, of which a safety number shows half.
struct SafetyFingerprint: Sendable, Hashable {
  static let byteCount = 32
  /// How often the hash is repeated, which makes looking for an identity with the same digits slower.
  static let iterationCount = 5200

  /// The first half of SHA-512.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The fingerprint of an identity at an address.
  init(_ identity: PeerIdentity, at address: MessagingAddress) {
    let keys = identity.keys
    let start = Array("Omamori Messaging v1 safety number".utf8) + [0] + keys + address.binding
    var hash = SHA512.hash(data: start)
    for _ in 1..<Self.iterationCount { hash = SHA512.hash(data: Array(hash) + keys) }
    bytes = Array(Array(hash)[..<Self.byteCount])
  }

  /// 30 digits: five for each of the first six groups of five bytes.
  var digits: String {
    (0..<6).map { group in
      let value = bytes[(5 * group)..<(5 * group + 5)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let text = String(value % 100_000)
      return String(repeating: "0", count: 5 - text.count) + text
    }.joined()
  }
}
