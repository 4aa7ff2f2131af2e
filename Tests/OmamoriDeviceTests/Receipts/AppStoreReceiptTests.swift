import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// Receipts of the App Store, signed by a store of the test's own.
@Suite struct AppStoreReceiptTests {
  private let store = ReceiptAuthority()

  private struct Clock: WallClock {
    let date: Date
  }

  private func verify(
    _ receipt: Data, bundle: String = ReceiptAuthority.app, version: String? = "42",
    device: Data? = ReceiptAuthority.device, at date: Date? = nil
  ) throws -> AppStoreReceipt {
    let clock = Clock(date: date ?? store.now)
    return try AppStoreReceiptVerifier(root: try store.certificate(), clock: clock).verify(
      receipt,
      expecting: AppStoreReceiptExpectation(
        bundleIdentifier: bundle, version: version, deviceIdentifier: device))
  }

  private func refuses(
    _ fault: ReceiptFault, _ change: (inout ReceiptAuthority.Parts) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let receipt = try store.receipt(change)
    #expect(throws: DeviceError.receipt(fault), sourceLocation: sourceLocation) { try verify(receipt) }
  }

  @Test func aReceiptOfTheStoreIsRead() throws {
    let receipt = try verify(try store.receipt())
    #expect(receipt.bundleIdentifier == ReceiptAuthority.app)
    #expect(receipt.version == "42" && receipt.originalVersion == "1")
    #expect(receipt.creationDate == store.now - 86_400)
    #expect(receipt.expirationDate == nil)
    #expect(receipt.purchases.map(\.productIdentifier) == ["charm.1", "charm.2"])
    #expect(receipt.purchases.allSatisfy { $0.quantity == 1 && $0.expirationDate == nil })
  }

  @Test func aSignersCertificateMayExpireAfterwards() throws {
    let late = Date(timeIntervalSince1970: 1_790_000_000 + 1e8)
    #expect(try verify(try store.receipt(), at: late).version == "42")
    try refuses(.untrusted) { $0.signerEnds = store.now - 100_000 }
  }

  @Test func whatTheStoreDidNotSignIsRefused() throws {
    try refuses(.untrusted) { $0.signsWith = P256.Signing.PrivateKey() }
    try refuses(.untrusted) { $0.intermediateSigner = P256.Signing.PrivateKey() }
    try refuses(.untrusted) { $0.signerMark = nil }
    try refuses(.untrusted) { $0.signerMark = "1.2.840.113635.100.6.11.2" }
    try refuses(.untrusted) { parts in
      parts.laterContent = DERText.attributes(parts.fields + [(17, [])])
    }
    let other = ReceiptAuthority()
    #expect(throws: DeviceError.receipt(.untrusted)) { try verify(try other.receipt()) }
  }

  @Test func anotherDigestIsRefused() throws {
    // 1.3.14.3.2.26 is SHA-1.
    try refuses(.malformed) { $0.digest = "1.3.14.3.2.26" }
  }

  @Test func theReceiptOfAnotherAppVersionOrDeviceIsRefused() throws {
    let receipt = try store.receipt()
    #expect(throws: DeviceError.receipt(.mismatch)) { try verify(receipt, bundle: "com.example.other") }
    #expect(throws: DeviceError.receipt(.otherVersion)) { try verify(receipt, version: "41") }
    #expect(throws: DeviceError.receipt(.otherDevice)) { try verify(receipt, device: Data(count: 16)) }
    #expect(try verify(receipt, version: nil, device: nil).version == "42")
    try refuses(.otherDevice) { $0.set(4, [9, 9, 9]) }
  }

  @Test func timesAreChecked() throws {
    try refuses(.expired) { $0.set(21, DERText.date(store.now)) }
    let kept = try store.receipt { $0.set(21, DERText.date(store.now + 60)) }
    #expect(try verify(kept).expirationDate == store.now + 60)
    try refuses(.notYetValid) {
      $0.set(12, DERText.date(store.now + 600))
      $0.signerEnds = store.now + 3600
    }
  }

  @Test(arguments: [2, 3, 4, 5, 12])
  func whatIsNeededMustBeThereOnce(type: Int) throws {
    try refuses(.malformed) { $0.remove(type) }
    try refuses(.malformed) { parts in
      parts.fields.append(contentsOf: parts.fields.filter { $0.type == type })
    }
    try refuses(.malformed) { $0.set(type, []) }
  }

  @Test func oddValuesAreRefused() throws {
    try refuses(.malformed) { $0.set(12, DERText.ascii("yesterday")) }
    try refuses(.malformed) { $0.set(3, DERText.text("42") + [0]) }
    try refuses(.malformed) { $0.set(3, DERText.text(String(repeating: "4", count: 600))) }
    try refuses(.malformed) { $0.set(2, DERText.ascii("\u{E9}")) }
    try refuses(.malformed) { $0.set(5, [UInt8](repeating: 0, count: 19)) }
    try refuses(.malformed) { $0.fields.append((17, [0x31, 0x00])) }
    try refuses(.malformed) { $0.fields.append((17, [1, 2, 3])) }
  }

  @Test func numbersAreBounded() throws {
    let purchase = ReceiptAuthority.purchase(1, store.now)
    let many = try store.receipt { $0.fields += Array(repeating: (17, purchase), count: 2000) }
    #expect(try verify(many).purchases.count == 2002)
    try refuses(.malformed) { $0.fields += Array(repeating: (18, []), count: 4096) }
    #expect(throws: DeviceError.receipt(.malformed)) {
      try verify(Data(count: AppStoreReceipt.greatestSize + 1))
    }
    #expect(throws: DeviceError.receipt(.malformed)) { try verify(Data()) }
  }

  @Test func noPartOfAReceiptIsOne() throws {
    let receipt = try store.receipt()
    for count in stride(from: 0, to: receipt.count, by: 37) {
      #expect(throws: DeviceError.self) { try verify(receipt.prefix(count)) }
    }
    #expect(throws: DeviceError.self) { try verify(receipt + [0]) }
  }
}
