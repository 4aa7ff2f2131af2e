import OmamoriCore
public import OmamoriCrypto

/// A pin set whose signature is right; only verifying makes one.
///
/// That it is signed does not say that it is the newest one or counts now: ``PinUpdater`` decides that. The form is in
/// Documentation/formats/signed-pins.md. A value; safe to share between threads.
public struct SignedPinSet: Sendable, Hashable {
  /// What it says.
  public let content: SignedPinContent
  /// The keys that signed it, of those that are believed.
  public let signers: [PinSigningKey]
  /// SHA-256 of the signed bytes.
  let digest: [UInt8]

  /// Signs a set.
  ///
  /// - Parameters:
  ///   - content: What it says.
  ///   - keys: The private keys, 1 to 4; each signs.
  /// - Returns: The file in UTF-8; the same for the same content and keys.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for another number of keys or too much content,
  ///   ``TransportError/backend(code:)``.
  public static func sign(
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
