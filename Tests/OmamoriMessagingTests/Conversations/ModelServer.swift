@_spi(Testing) import OmamoriCore
@testable import OmamoriMessaging

/// Hands out bundles as a server does: each one-time key once.
struct ModelServer {
  private var signedParts: [MessagingAddress: [UInt8]] = [:]
  /// Keys of both kinds that are handed out together.
  private var oneTimeKeys: [MessagingAddress: [(key: PrekeyEntry, encapsulation: PrekeyEntry?)]] = [:]

  /// Takes what a party publishes; keys before it are gone when the party began anew.
  mutating func publish(_ publication: PrekeyPublication, for address: MessagingAddress, isNew: Bool = false)
  {
    signedParts[address] = publication.signedPart
    let before = isNew ? [] : oneTimeKeys[address, default: []]
    let entries = publication.oneTimeKeys.enumerated().map { index, key in
      (key: key, encapsulation: publication.oneTimeEncapsulationKeys.dropFirst(index).first)
    }
    oneTimeKeys[address] = (before + entries).suffix(20)
  }

  /// The number of one-time keys that are left.
  func remaining(for address: MessagingAddress) -> Int { oneTimeKeys[address, default: []].count }

  /// A bundle, without a one-time key when none is left.
  mutating func bundle(for address: MessagingAddress, at date: Date) throws -> KeyBundle? {
    guard let signedPart = signedParts[address] else { return nil }
    var entry: (key: PrekeyEntry, encapsulation: PrekeyEntry?)?
    if oneTimeKeys[address]?.isEmpty == false { entry = oneTimeKeys[address]?.removeFirst() }
    return try KeyBundle(
      signedPart: signedPart, oneTimeKey: entry?.key.bytes,
      oneTimeEncapsulationKey: entry?.encapsulation?.bytes, clock: ManualClock(date: date))
  }
}
