public import OmamoriCore
import OmamoriCrypto

/// What a receipt of the App Store says of an app: who it is, which version, and on which device it was put.
///
/// One that `AppStoreReceiptVerifier` gives was signed by the store; one that is read with ``init(content:)`` is not
/// yet believed. Source:
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
  package static let greatestSize = 1 << 20

  /// Reads the attributes of a receipt, without any signature.
  ///
  /// - Parameter content: The set of attributes in DER; at most 1,048,576 bytes and 4,096 attributes.
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

/// A purchase within an app, as an ``AppStoreReceipt`` lists it.
///
/// Source:
/// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ReceiptFields.html>.
public struct AppStorePurchase: Sendable, Hashable {
  /// What was bought.
  public let productIdentifier: String
  /// How many.
  public let quantity: Int
  /// The transaction.
  public let transactionIdentifier: String
  /// When it was bought or renewed.
  public let purchaseDate: Date
  /// Until when a subscription runs; `nil` for what is none.
  public let expirationDate: Date?
  /// When the store took it back; `nil` when it did not.
  public let cancellationDate: Date?

  /// Notes a purchase.
  public init(
    productIdentifier: String, quantity: Int, transactionIdentifier: String, purchaseDate: Date,
    expirationDate: Date? = nil, cancellationDate: Date? = nil
  ) {
    (self.productIdentifier, self.quantity) = (productIdentifier, quantity)
    (self.transactionIdentifier, self.purchaseDate) = (transactionIdentifier, purchaseDate)
    (self.expirationDate, self.cancellationDate) = (expirationDate, cancellationDate)
  }
}

/// Whose receipt it has to be.
///
/// Write the values into the program or the server's settings; what the app's own property list says can be changed with
/// the app.
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

/// The attributes of a receipt or of a purchase in it, by their numbers.
struct ReceiptFieldTable {
  private let entries: [Int: [AttributeList.Entry]]

  /// The longest text that is read, in bytes.
  private static let greatestText = 512

  init(_ content: Data, greatestCount: Int) throws(DeviceError) {
    let list: AttributeList
    do throws(CryptoError) {
      list = try AttributeList(
        content, greatestSize: AppStoreReceipt.greatestSize, greatestCount: greatestCount)
    } catch {
      throw .receipt(.malformed)
    }
    entries = Dictionary(grouping: list.entries, by: \.type)
  }

  /// The values of an attribute that may occur many times.
  func repeated(_ type: Int) -> [Data] { (entries[type] ?? []).map(\.value) }

  func data(_ type: Int) throws(DeviceError) -> Data { try entry(type).value }

  func text(_ type: Int) throws(DeviceError) -> String {
    let entry = try entry(type)
    guard entry.value.count <= Self.greatestText else { throw .receipt(.malformed) }
    do throws(CryptoError) {
      return try entry.text()
    } catch {
      throw .receipt(.malformed)
    }
  }

  func optionalText(_ type: Int) throws(DeviceError) -> String? {
    entries[type] == nil ? nil : try text(type)
  }

  func count(_ type: Int) throws(DeviceError) -> Int {
    let entry = try entry(type)
    do throws(CryptoError) {
      return try entry.count()
    } catch {
      throw .receipt(.malformed)
    }
  }

  func date(_ type: Int) throws(DeviceError) -> Date {
    guard let date = try? Date.ISO8601FormatStyle().parse(try text(type)) else { throw .receipt(.malformed) }
    return date
  }

  /// `nil` for an attribute that is not there or an empty text, which stands for no date.
  func optionalDate(_ type: Int) throws(DeviceError) -> Date? {
    guard let text = try optionalText(type), !text.isEmpty else { return nil }
    return try date(type)
  }

  /// The one attribute of a type; two would leave open which of them counts.
  private func entry(_ type: Int) throws(DeviceError) -> AttributeList.Entry {
    guard let found = entries[type], found.count == 1 else { throw .receipt(.malformed) }
    return found[0]
  }
}
