public import OmamoriAuth
public import OmamoriCore
import OmamoriCrypto

/// Verifies receipts of App Attest: that Apple signed them, and for whom.
///
/// On Linux, where OpenSSL reads CMS. Source:
/// <https://developer.apple.com/documentation/devicecheck/assessing-fraud-risk>.
public struct ReceiptVerifier: Sendable {
  /// The mark of certificates that sign receipts.
  private static let signerMark = "1.2.840.113635.100.12.15"

  private let root: Certificate
  private let clock: any WallClock

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - root: The certificate that the signer's chain has to end at.
  ///   - clock: The time at which the signer's certificates have to be valid.
  /// - Throws: `AuthError.cryptography(_:)` when the root cannot be read.
  public init(root: AppleRoot = .g3, clock: any WallClock = SystemWallClock()) throws(AuthError) {
    self.root = try root.certificate()
    self.clock = clock
  }

  /// Verifies a receipt.
  ///
  /// - Parameters:
  ///   - receipt: The receipt as Apple gave it, PKCS #7; at most 64 KiB.
  ///   - key: The key that it has to be about.
  ///   - greatestAge: How old it may be; five minutes for one that just came. `nil` for one that was kept.
  /// - Returns: What the receipt says.
  /// - Throws: `AuthError.attestation(_:)`.
  public func verify(
    _ receipt: Data, of key: AttestedKey, greatestAge: Duration? = .seconds(300)
  ) throws(AuthError) -> AttestationReceipt {
    let now = clock.date
    let fields = try fields(receipt, at: now)
    guard try fields.text(.appID) == key.app.text else { throw .attestation(.appMismatch) }
    guard let certificate = try? Certificate(derRepresentation: try fields.data(.certificate)),
      let attested = try? P256.Signing.PublicKey(derRepresentation: certificate.subjectPublicKeyInfo),
      AttestedKey.identifier(of: attested) == key.identifier
    else { throw .attestation(.keyMismatch) }
    guard let kind = AttestationReceipt.Kind(rawValue: try fields.text(.kind)) else {
      throw .attestation(.receiptInvalid)
    }
    let created = try fields.date(.creationDate)
    if let greatestAge {
      // The clocks of two machines never agree exactly.
      guard created <= now + 60, now <= created.later(by: greatestAge) else { throw .attestation(.expired) }
    }
    return AttestationReceipt(
      kind: kind, creationDate: created, riskMetric: try fields.count(.riskMetric),
      notBefore: try fields.optionalDate(.notBefore), expirationDate: try fields.date(.expirationDate))
  }

  private func fields(_ receipt: Data, at date: Date) throws(AuthError) -> ReceiptFields {
    do throws(CryptoError) {
      let message = try SignedMessage(verifying: receipt, root: root, at: date)
      guard try message.signer.extensionValue(Self.signerMark) != nil else { throw .authenticationFailed }
      return ReceiptFields(try ReceiptAttributes(message.content))
    } catch {
      throw .attestation(.receiptInvalid)
    }
  }
}
