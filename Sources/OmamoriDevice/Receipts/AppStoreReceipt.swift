public import OmamoriCore

/// What a receipt of the App Store says of an app: who it is, which version, and on which device it was put.
///
/// One that ``AppStoreReceiptVerifier`` gives was signed by the store; one that is read with ``init(content:)`` is not
/// yet believed. A value; safe to share between threads. Source:
/// <https://developer.apple.com/documentation/appstorereceipts/validating-receipts-on-the-device>.
public struct AppStoreReceipt: Sendable, Hashable {
  /// The app's bundle identifier.
  public let bundleIdentifier: String
  /// The identifier as it is encoded in the receipt, which the device's hash is over.
  let encodedIdentifier: Data
  /// The app's version (`CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS).
  public let version: String
  /// The version that was first got from the store; `nil` where the receipt does not say.
  public let originalVersion: String?
  /// Bytes without a meaning of their own, which make the device's hash differ each time.
  public let opaqueValue: Data
  /// SHA-1 over the device's identifier, the opaque value and the encoded bundle identifier; 20 bytes.
  public let deviceHash: Data
  /// When the store made the receipt.
  public let creationDate: Date
  /// When it expires, for apps that an organisation bought in volume; `nil` otherwise.
  public let expirationDate: Date?
  /// The purchases within the app, in the receipt's order.
  public let purchases: [AppStorePurchase]

  /// The most bytes of a receipt that are read; each renewal of a subscription adds a few hundred.
  public static let greatestSize = 1 << 20

  /// Reads the attributes of a receipt, without any signature.
  ///
  /// - Parameter content: The set of attributes in DER; at most ``greatestSize`` bytes and 4,096 attributes.
  /// - Throws: ``DeviceError/receipt(_:)`` with ``ReceiptFault/malformed``.
  public init(content: Data) throws(DeviceError) {
    let fields = try ReceiptFieldTable(content, greatestCount: 4096)
    bundleIdentifier = try fields.text(2)
    encodedIdentifier = try fields.data(2)
    version = try fields.text(3)
    opaqueValue = try fields.data(4)
    deviceHash = try fields.data(5)
    creationDate = try fields.date(12)
    originalVersion = try fields.optionalText(19)
    expirationDate = try fields.optionalDate(21)
    guard deviceHash.count == 20, 1...64 ~= opaqueValue.count, !bundleIdentifier.isEmpty else {
      throw .receipt(.malformed)
    }
    var purchases: [AppStorePurchase] = []
    for value in fields.repeated(17) { purchases.append(try AppStorePurchase(content: value)) }
    self.purchases = purchases
  }
}

extension AppStorePurchase {
  /// Reads the attributes of a purchase.
  fileprivate init(content: Data) throws(DeviceError) {
    let fields = try ReceiptFieldTable(content, greatestCount: 64)
    self.init(
      productIdentifier: try fields.text(1702), quantity: try fields.count(1701),
      transactionIdentifier: try fields.text(1703), purchaseDate: try fields.date(1704),
      expirationDate: try fields.optionalDate(1708), cancellationDate: try fields.optionalDate(1712))
  }
}
