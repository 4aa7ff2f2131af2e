@_spi(Testing) import OmamoriCore
@testable import OmamoriMessaging

/// Hands out bundles as a server does: each one-time key once.
struct ModelServer {
  private var signedParts: [MessagingAddress: [UInt8]] = [:]
  private var oneTimeKeys: [MessagingAddress: [PrekeyEntry]] = [:]

  /// Takes what a party publishes; keys before it are gone when the party began anew.
  mutating func publish(_ publication: PrekeyPublication, for address: MessagingAddress, isNew: Bool = false)
  {
    signedParts[address] = publication.signedPart
    let before = isNew ? [] : oneTimeKeys[address, default: []]
    oneTimeKeys[address] = (before + publication.oneTimeKeys).suffix(20)
  }

  /// The number of one-time keys that are left.
  func remaining(for address: MessagingAddress) -> Int { oneTimeKeys[address, default: []].count }

  /// A bundle, without a one-time key when none is left.
  mutating func bundle(for address: MessagingAddress, at date: Date) throws -> KeyBundle? {
    guard let signedPart = signedParts[address] else { return nil }
    var key: PrekeyEntry?
    if oneTimeKeys[address]?.isEmpty == false { key = oneTimeKeys[address]?.removeFirst() }
    return try KeyBundle(signedPart: signedPart, oneTimeKey: key?.bytes, clock: ManualClock(date: date))
  }
}
