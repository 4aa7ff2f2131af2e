import OmamoriCore
import OmamoriMessaging

/// The one-time keys that a relay hands out together: one for agreement, and one for encapsulation if there is one.
///
/// Two bytes with the length of the first, the first, the second.
struct OneTimeEntry: Sendable, Equatable {
  /// Names it among all entries of the account.
  let name: String
  /// The key for agreement.
  let key: [UInt8]
  /// The key for encapsulation.
  let encapsulationKey: [UInt8]?

  /// The entries of a publication.
  static func all(of publication: PrekeyPublication) -> [OneTimeEntry] {
    publication.oneTimeKeys.enumerated().map { index, key in
      let encapsulation = publication.oneTimeEncapsulationKeys.dropFirst(index).first
      return OneTimeEntry(
        name: "1-\(key.identifier)-\(encapsulation?.identifier ?? 0)", key: key.bytes,
        encapsulationKey: encapsulation?.bytes)
    }
  }

  private init(name: String, key: [UInt8], encapsulationKey: [UInt8]?) {
    (self.name, self.key, self.encapsulationKey) = (name, key, encapsulationKey)
  }

  /// Reads what ``encoded`` wrote; `nil` for anything else.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let length = Int(bytes[0]) << 8 | Int(bytes[1])
    guard length > 0, bytes.count >= 2 + length else { return nil }
    let rest = Array(bytes[(2 + length)...])
    self.init(name: "", key: Array(bytes[2..<2 + length]), encapsulationKey: rest.isEmpty ? nil : rest)
  }

  /// The bytes that the relay keeps.
  var encoded: [UInt8] {
    [UInt8(truncatingIfNeeded: key.count >> 8), UInt8(truncatingIfNeeded: key.count)] + key
      + (encapsulationKey ?? [])
  }
}

extension RelayClient {
  /// The keys of a peer, verified.
  ///
  /// - Returns: The bundle; `nil` when the relay has none.
  /// - Throws: `MessagingError` for keys that are wrong, and what requests throw.
  func keys(of peer: MessagingAddress) async throws -> KeyBundle? {
    guard let (signed, oneTime) = try await bundle(of: peer) else { return nil }
    let entry = oneTime.map { OneTimeEntry(decoding: $0) }
    if let entry, entry == nil { throw MessagingError.prekey(.invalid) }
    return try KeyBundle(
      signedPart: signed, oneTimeKey: entry??.key, oneTimeEncapsulationKey: entry??.encapsulationKey)
  }
}
