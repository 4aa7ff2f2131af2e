public import OmamoriCore
import OmamoriCrypto

/// Whose receipt it has to be.
///
/// Write the values into the program or the server's settings; what the app's own property list says can be changed with
/// the app. A value; safe to share between threads.
public struct AppStoreReceiptExpectation: Sendable, Hashable {
  /// The app's bundle identifier.
  public let bundleIdentifier: String
  /// The app's version; `nil` accepts any.
  public let version: String?
  /// The device's identifier: the bytes of `identifierForVendor` on iOS, of the primary network interface's hardware
  /// address on macOS; `nil` accepts any device.
  public let deviceIdentifier: Data?

  /// Says whose receipt it has to be.
  public init(bundleIdentifier: String, version: String? = nil, deviceIdentifier: Data? = nil) {
    (self.bundleIdentifier, self.version) = (bundleIdentifier, version)
    self.deviceIdentifier = deviceIdentifier
  }

  /// Refuses a receipt of another app, version or device, and one whose time is not now.
  ///
  /// - Parameters:
  ///   - receipt: The receipt.
  ///   - date: The time.
  /// - Throws: ``DeviceError/receipt(_:)`` with the first thing that is wrong.
  public func check(_ receipt: AppStoreReceipt, at date: Date) throws(DeviceError) {
    guard receipt.bundleIdentifier == bundleIdentifier else { throw .receipt(.mismatch) }
    guard version == nil || receipt.version == version else { throw .receipt(.otherVersion) }
    if let deviceIdentifier {
      let hash = Insecure.SHA1.hash(
        data: deviceIdentifier + receipt.opaqueValue + receipt.encodedIdentifier)
      guard ConstantTime.equal(Data(hash), receipt.deviceHash) else { throw .receipt(.otherDevice) }
    }
    // The clocks of two machines never agree exactly.
    guard receipt.creationDate <= date + 300 else { throw .receipt(.notYetValid) }
    if let end = receipt.expirationDate, end <= date { throw .receipt(.expired) }
  }
}
