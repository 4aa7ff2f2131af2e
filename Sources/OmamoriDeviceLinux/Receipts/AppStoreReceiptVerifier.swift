public import OmamoriCore
public import OmamoriCrypto
public import OmamoriDevice

/// Verifies receipts of the App Store: that Apple signed them, for which app, version and device.
///
/// For a server, on Linux, where OpenSSL reads CMS; an app itself uses StoreKit's `AppTransaction`, a signed token.
/// Receipts that were signed with SHA-1, as Apple did until 2023, are refused; so are those of Xcode's tests, whose
/// certificate everybody can make. Source:
/// <https://developer.apple.com/documentation/appstorereceipts/validating-receipts-on-the-device>.
public struct AppStoreReceiptVerifier: Sendable {
  /// The mark of certificates that sign receipts of the store.
  private static let signerMark = "1.2.840.113635.100.6.11.1"

  private let root: Certificate
  private let clock: any WallClock

  /// Makes a verifier.
  ///
  /// The root is Apple Inc. Root: take it from <https://www.apple.com/certificateauthority/> and compare it with the
  /// fingerprint there.
  ///
  /// - Parameters:
  ///   - root: The certificate that the signer's chain has to end at.
  ///   - clock: The time.
  public init(root: Certificate, clock: any WallClock = SystemWallClock()) {
    (self.root, self.clock) = (root, clock)
  }

  /// Verifies a receipt.
  ///
  /// The signer's certificates have to be valid when the receipt was made; they may have expired since.
  ///
  /// - Parameters:
  ///   - receipt: The file at `Bundle.appStoreReceiptURL`, PKCS #7; at most 1,048,576 bytes.
  ///   - expectation: Whose it has to be.
  /// - Returns: What the receipt says.
  /// - Throws: `DeviceError.receipt(_:)`.
  public func verify(
    _ receipt: Data, expecting expectation: AppStoreReceiptExpectation
  ) throws(DeviceError) -> AppStoreReceipt {
    let message = try signedMessage(receipt, at: nil)
    let content = try AppStoreReceipt(content: message.content)
    // The date is believed now, since it is signed.
    _ = try signedMessage(receipt, at: content.creationDate)
    try expectation.check(content, at: clock.date)
    return content
  }

  private func signedMessage(_ receipt: Data, at date: Date?) throws(DeviceError) -> SignedMessage {
    do throws(CryptoError) {
      let limit = AppStoreReceipt.greatestSize
      let message = try SignedMessage(verifying: receipt, root: root, at: date, limit: limit)
      guard try message.signer.extensionValue(Self.signerMark) != nil else { throw .authenticationFailed }
      return message
    } catch .authenticationFailed {
      throw .receipt(.untrusted)
    } catch {
      throw .receipt(.malformed)
    }
  }
}
