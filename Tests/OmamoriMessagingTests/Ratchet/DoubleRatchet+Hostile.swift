@_spi(Testing) import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

extension DoubleRatchet {
  /// The core of the session, read from its binary form.
  var machine: RatchetCore<SealedHeaders> {
    get throws { try RatchetCore(decoding: encoded()) }
  }

  /// The own ratchet public key.
  var ratchetPublicKey: [UInt8]? { (try? machine)?.ownKey?.publicBytes }

  /// A message with a header that says what no honest sender would; its plaintext is sealed with a wrong key.
  func forge(_ header: RatchetHeader, randomness: SeededRandomness) throws -> [UInt8] {
    let machine = try machine
    let key = SharedSecretBytes(try SecretBytes(randomCount: 32, from: randomness))
    return try SealedHeaders.seal(
      [1, 2, 3], header, messageKey: key,
      headerKey: machine.sending?.headerKey ?? machine.nextSendingHeaderKey,
      in: RatchetContext(binding: machine.binding, data: []), randomness: randomness)
  }

  /// The number of keys of messages that have not arrived.
  var skippedCount: Int { (try? machine)?.skipped.entries.count ?? -1 }
}

extension [UInt8] {
  /// Bytes of hexadecimal digits, or `nil` for anything else.
  init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
