package import OmamoriCore
package import OmamoriCrypto

/// A pin set whose signature is right; only verifying makes one.
///
/// That it is signed does not say that it is the newest one or counts now: ``PinUpdater`` decides that. The form is in
/// Documentation/formats/signed-pins.md.
public struct SignedPinSet: Sendable, Hashable {
  /// What it says.
  package let content: SignedPinContent
  /// The keys that signed it, of those that are believed.
  public let signers: [PinSigningKey]
  /// SHA-256 of the signed bytes.
  package let digest: [UInt8]

  /// Signs a set.
  ///
  /// - Parameters:
  ///   - content: What it says.
  ///   - keys: The private keys, 1 to 4; each signs.
  /// - Returns: The file in UTF-8; the same for the same content and keys.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for another number of keys or too much content,
  ///   ``TransportError/backend(code:)``.
  package static func sign(
    _ content: SignedPinContent, with keys: [Curve25519.Signing.PrivateKey]
  ) throws(TransportError) -> [UInt8] {
    guard (1...SignedPinEnvelope.greatestSignatureCount).contains(keys.count) else {
      throw .malformedDocument(line: nil)
    }
    let unsigned = SignedPinEnvelope(payload: content.payload, signatures: [])
    var signatures: [SignedPinEnvelope.Signature] = []
    for key in keys {
      guard let bytes = try? key.signature(for: unsigned.message) else { throw .backend(code: 0) }
      signatures.append(
        SignedPinEnvelope.Signature(
          algorithm: algorithm, key: PinSigningKey(key.publicKey).identifier, bytes: Array(bytes)))
    }
    let text = SignedPinEnvelope(payload: unsigned.payload, signatures: signatures).text
    guard text.count <= SignedPinEnvelope.greatestSize else { throw .malformedDocument(line: nil) }
    return text
  }

  /// Verifies a set.
  ///
  /// Signatures of unknown keys and algorithms are passed over; one of a known key that is wrong refuses the set.
  ///
  /// - Parameters:
  ///   - bytes: The file, at most 256 KiB.
  ///   - keys: The keys that are believed.
  ///   - audience: Whom the set has to be for.
  /// - Returns: The set.
  /// - Throws: ``TransportError/signatureInvalid`` unless a known key signed exactly this, for this audience;
  ///   ``TransportError/malformedDocument(line:)`` and ``TransportError/policy(_:)`` for what is not of the form.
  public static func verify(
    _ bytes: [UInt8], keys: [PinSigningKey], audience: String
  ) throws(TransportError) -> SignedPinSet {
    let envelope = try SignedPinEnvelope(bytes)
    let message = envelope.message
    var signers: [PinSigningKey] = []
    for signature in envelope.signatures where signature.algorithm == algorithm {
      guard let key = keys.first(where: { $0.identifier == signature.key }) else { continue }
      guard key.isValid(signature.bytes, for: message) else { throw .signatureInvalid }
      signers.append(key)
    }
    guard !signers.isEmpty else { throw .signatureInvalid }
    let content = try SignedPinContent(verified: envelope.payload)
    guard Array(content.audience.utf8) == Array(audience.utf8) else { throw .signatureInvalid }
    return SignedPinSet(
      content: content, signers: signers, digest: Array(SHA256.hash(data: envelope.payload)))
  }

  private static let algorithm = "Ed25519"
}

/// What a signed pin set says.
package struct SignedPinContent: Sendable, Hashable {
  /// The longest name of an audience, in bytes of UTF-8.
  package static let greatestAudienceLength = 128

  /// Whom the set is for, such as the identifier of an app; sets for others are refused.
  package let audience: String
  /// A number that grows with every set; a smaller one is never accepted again.
  package let sequence: UInt64
  /// When it was made.
  package let issued: Date
  /// When it stops counting; the pins that the app was built with count from then on.
  package let expires: Date
  /// The pins; scopes that a policy cannot state, expiries, reports and modes of single entries are not allowed.
  package let hosts: [PinnedHosts]

  /// Makes the content of a set.
  ///
  /// - Parameters:
  ///   - audience: Whom the set is for, 1 to 128 bytes.
  ///   - sequence: A number that is greater than in every set before, at most 2^53 − 1.
  ///   - issued: When it was made, in whole seconds.
  ///   - expires: When it stops counting, later than `issued`.
  ///   - hosts: The pins, at most 512 entries, each with a pin in every list that it has, no
  ///     two for the same hosts.
  /// - Throws: ``TransportError/malformedDocument(line:)`` when a limit is not kept, ``TransportError/policy(_:)`` for an
  ///   entry without a backup or with an empty list.
  package init(
    audience: String, sequence: UInt64, issued: Date, expires: Date, hosts: [PinnedHosts]
  ) throws(TransportError) {
    guard (1...Self.greatestAudienceLength).contains(audience.utf8.count), sequence < 1 << 53,
      issued < expires, hosts.count <= PinDocument.greatestEntryCount,
      issued.timeIntervalSince1970 >= 0, expires.timeIntervalSince1970 < 253_402_300_800
    else { throw .malformedDocument(line: nil) }
    for entry in hosts {
      guard entry.scope != .oneLabelOnly, entry.expiry == nil, entry.reportURIs.isEmpty,
        entry.mode == .enforced, !entry.isExempt
      else { throw .malformedDocument(line: nil) }
      // A set that a policy would refuse must not be signed, and never be accepted.
      _ = try entry.pinSet(requiresBackup: true)
    }
    guard Set(hosts.map(\.label)).count == hosts.count else { throw .policy(.duplicateRule) }
    (self.audience, self.sequence, self.hosts) = (audience, sequence, hosts)
    self.issued = Date(timeIntervalSince1970: issued.timeIntervalSince1970.rounded(.down))
    self.expires = Date(timeIntervalSince1970: expires.timeIntervalSince1970.rounded(.down))
  }

  /// Reads the payload of an envelope whose signature was found to be right.
  package init(verified payload: [UInt8]) throws(TransportError) {
    let root = try PinJSON.parse(payload)
    guard PinJSON.hasOnly(["version", "audience", "sequence", "issued", "expires", "hosts"], in: root),
      root["version"]?.intValue == 1, let audience = root["audience"]?.stringValue,
      let sequence = root["sequence"]?.numberValue?.integer(as: UInt64.self),
      let issued = try PinJSON.date(root["issued"]), let expires = try PinJSON.date(root["expires"]),
      let hosts = root["hosts"]?.arrayValue
    else { throw .malformedDocument(line: nil) }
    try self.init(
      audience: audience, sequence: sequence, issued: issued, expires: expires,
      hosts: try PinJSON.entries(hosts))
  }

  /// The bytes that are signed.
  package var payload: [UInt8] {
    let root: JSONValue = [
      "version": 1, "audience": .string(audience), "sequence": .integer(sequence),
      "issued": .integer(PinJSON.seconds(issued)), "expires": .integer(PinJSON.seconds(expires)),
      "hosts": .array(hosts.map(PinJSON.json)),
    ]
    return root.utf8()
  }
}

/// A signed pin set as it arrives: its parts are taken apart, and nothing of them is believed.
struct SignedPinEnvelope: Sendable, Hashable {
  struct Signature: Sendable, Hashable {
    let algorithm: String
    let key: [UInt8]
    let bytes: [UInt8]
  }

  /// The largest envelope, in bytes.
  static let greatestSize = 256 << 10
  /// The most signatures of one envelope.
  static let greatestSignatureCount = 4
  static let format = "omamori-signed-pins"

  let payload: [UInt8]
  let signatures: [Signature]

  init(payload: [UInt8], signatures: [Signature]) {
    (self.payload, self.signatures) = (payload, signatures)
  }

  /// Takes an envelope apart.
  init(_ bytes: [UInt8]) throws(TransportError) {
    guard bytes.count <= Self.greatestSize else { throw .malformedDocument(line: nil) }
    let root = try PinJSON.parse(bytes)
    guard PinJSON.hasOnly(["format", "version", "payload", "signatures"], in: root),
      root["format"]?.stringValue == Self.format, root["version"]?.intValue == 1,
      let payload = Self.bytes(root["payload"]), let list = root["signatures"]?.arrayValue,
      (1...Self.greatestSignatureCount).contains(list.count)
    else { throw .malformedDocument(line: nil) }
    self.payload = payload
    signatures = try list.map { element throws(TransportError) in
      guard PinJSON.hasOnly(["algorithm", "key", "signature"], in: element),
        let algorithm = element["algorithm"]?.stringValue, let key = Self.bytes(element["key"]),
        let signature = Self.bytes(element["signature"])
      else { throw .malformedDocument(line: nil) }
      return Signature(algorithm: algorithm, key: key, bytes: signature)
    }
  }

  /// The envelope as JSON, with a line feed at its end.
  var text: [UInt8] {
    let root: JSONValue = [
      "format": .string(Self.format), "version": 1, "payload": .string(Base64URL.encode(payload)),
      "signatures": .array(
        signatures.map {
          [
            "algorithm": .string($0.algorithm), "key": .string(Base64URL.encode($0.key)),
            "signature": .string(Base64URL.encode($0.bytes)),
          ]
        }),
    ]
    return root.utf8(.pretty) + [0x0A]
  }

  /// What a key signs: the payload, after a text that no other use of the key begins with.
  var message: [UInt8] { Array("omamori-signed-pins v1\u{0}".utf8) + payload }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.stringValue.flatMap { try? Base64URL.decode($0) }
  }
}
