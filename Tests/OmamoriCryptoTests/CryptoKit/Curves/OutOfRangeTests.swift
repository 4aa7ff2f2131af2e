import Foundation
@testable import OmamoriCrypto
@testable import OmamoriOpenSSL
import Testing

/// Signatures and points whose integers lie at the ends of their ranges or beyond.
@Suite struct OutOfRangeTests {
  @Test func p256() throws { try examine(P256.Signing.PrivateKey.self) }
  @Test func p384() throws { try examine(P384.Signing.PrivateKey.self) }
  @Test func p521() throws { try examine(P521.Signing.PrivateKey.self) }

  private func examine<Key: NISTSigningKey>(_ type: Key.Type) throws {
    let key = Key()
    let curve = Key.PublicKey.Curve.domain.curve
    let (order, prime) = (curve.order, curve.prime)
    let zero = [UInt8](repeating: 0, count: order.count)
    let greatest = [UInt8](repeating: 0xFF, count: order.count)
    try examineSignatures(of: key, order, zero, greatest)

    let x = Array(key.publicKey.rawRepresentation.prefix(order.count))
    for coordinates in [zero + zero, prime + prime, x + prime, x + zero, greatest + greatest] {
      #expect(throws: (any Error).self) { try Key.PublicKey(rawRepresentation: coordinates) }
    }
    for outside in [prime, greatest] {
      #expect(throws: (any Error).self) { try Key.PublicKey(compressedRepresentation: [2] + outside) }
      #expect(throws: (any Error).self) { try Key.PublicKey(compressedRepresentation: [3] + outside) }
      #expect(throws: (any Error).self) { try Key.PublicKey(compactRepresentation: outside) }
    }
    // The point at infinity, and the hybrid forms of X9.63.
    for first in [0, 1, 5, 6, 7] as [UInt8] {
      #expect(throws: (any Error).self) { try Key.PublicKey(x963Representation: [first]) }
      #expect(throws: (any Error).self) {
        try Key.PublicKey(x963Representation: [first] + key.publicKey.rawRepresentation)
      }
      #expect(throws: (any Error).self) { try Key.PublicKey(compressedRepresentation: [first] + x) }
    }
    try examineSmallestAndGreatestKey(type, order, zero)
  }

  private func examineSignatures(
    of key: some NISTSigningKey,
    _ order: [UInt8],
    _ zero: [UInt8],
    _ greatest: [UInt8]
  ) throws {
    let message = Data("message".utf8)
    let good = try key.signature(for: message)
    let r = Array(good.rawRepresentation.prefix(order.count))
    let s = Array(good.rawRepresentation.suffix(order.count))
    for raw in [zero + zero, zero + s, r + zero, order + s, r + order, order + order, greatest + greatest] {
      let wrong = try type(of: good).init(rawRepresentation: raw)
      #expect(!key.publicKey.isValidSignature(wrong, for: message))
      #expect(
        try type(of: good).init(derRepresentation: wrong.derRepresentation).rawRepresentation == Data(raw))
      #expect(
        key.publicKey.isValidSignature(good, for: message), "a refused signature must not harm the next")
    }
  }

  private func examineSmallestAndGreatestKey<Key: NISTSigningKey>(
    _ type: Key.Type,
    _ order: [UInt8],
    _ zero: [UInt8]
  ) throws {
    let one = Array(zero.dropLast()) + [1]
    var last = order
    last[last.count - 1] -= 1
    let (smallest, greatest) = (try Key(rawRepresentation: one), try Key(rawRepresentation: last))
    #expect(
      smallest.publicKey.rawRepresentation.prefix(order.count)
        == greatest.publicKey.rawRepresentation.prefix(order.count))
    #expect(smallest.publicKey.rawRepresentation != greatest.publicKey.rawRepresentation)
    for key in [smallest, greatest] {
      #expect(try key.publicKey.isValidSignature(key.signature(for: Data()), for: Data()))
      #expect(try Key(pemRepresentation: key.pemRepresentation).rawRepresentation == key.rawRepresentation)
      let compressed = try Key.PublicKey(compressedRepresentation: key.publicKey.compressedRepresentation)
      #expect(compressed.rawRepresentation == key.publicKey.rawRepresentation)
    }
    for scalar in [zero, order, [], one + [0]] {
      #expect(throws: (any Error).self) { try Key(rawRepresentation: scalar) }
    }
  }
}
