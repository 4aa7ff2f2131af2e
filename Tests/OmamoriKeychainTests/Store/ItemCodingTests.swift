import Foundation
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct ItemCodingTests {
  private static let record: ItemRecord = {
    var record = ItemRecord(
      Sample.password("名前", "secret"), group: "group")
    record.attributes[.creationDate] = .date(Date(timeIntervalSinceReferenceDate: 812_345_678.25))
    record.attributes[.generic] = .data(Data([0, 1, 255]))
    record.attributes[.isInvisible] = .flag(true)
    record.attributes[.creator] = .number(-5)
    record.accessControl = AccessControl(.whenUnlocked, [.devicePasscode, .or, .biometryAny])
    (record.protection, record.secretLength, record.isSynchronizable) = (.gate, 6, true)
    return record
  }()

  private static func form(_ record: ItemRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    ItemCoding.append(record, to: &bytes)
    return bytes
  }

  @Test func readsWhatItWrites() throws {
    let bytes = Self.form(Self.record)
    #expect(try ItemDecoder.record(bytes.rawSpan) == Self.record)
    #expect(bytes.count <= ItemCoding.size(of: Self.record))
    var least = ItemRecord(
      itemClass: .certificate, attributes: [:], accessGroup: "", isSynchronizable: false,
      accessibility: .whenUnlockedThisDeviceOnly, accessControl: nil)
    #expect(try ItemDecoder.record(Self.form(least).rawSpan) == least)
    least.secretLength = 0
    #expect(try ItemDecoder.record(Self.form(least).rawSpan) == least)
  }

  /// For every record there is one form: what was changed is refused or is the form of another record.
  @Test func readsNothingElse() throws {
    let bytes = Self.form(Self.record)
    for count in bytes.indices {
      #expect(throws: ItemCoding.Malformed.self) { try ItemDecoder.record(Array(bytes[..<count]).rawSpan) }
    }
    #expect(throws: ItemCoding.Malformed.self) { try ItemDecoder.record((bytes + [0]).rawSpan) }
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        guard let other = try? ItemDecoder.record(changed.rawSpan) else { continue }
        #expect(other != Self.record && Self.form(other) == changed)
      }
    }
    let long = [UInt8](repeating: 0, count: ItemCoding.greatestSize + 1)
    #expect(throws: ItemCoding.Malformed.self) { try ItemDecoder.record(long.rawSpan) }
  }

  @Test func codesAreTheNames() {
    for attribute in ItemAttribute.allCases {
      #expect(ItemAttribute(storeCode: attribute.storeCode) == attribute)
    }
    #expect(ItemAttribute(storeCode: 0) == nil && ItemAttribute(storeCode: .max) == nil)
    for accessibility in ItemAccessibility.allCases {
      #expect(ItemAccessibility(storeCode: accessibility.storeCode) == accessibility)
    }
  }
}
