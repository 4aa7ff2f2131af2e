import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct SecItemDictionaryTests {
  private let item = NewItem(
    .genericPassword, [.service: .text("s"), .label: .text("L")],
    secret: SharedSecretBytes(SecretBytes(copying: [1])))

  @Test func everyNameIsACondition() {
    let conditions = SecItemDictionary.conditions(item, nil, group: "g")
    #expect(conditions[.attribute(.account)] == .attribute(.text("")))
    #expect(conditions[.attribute(.service)] == .attribute(.text("s")))
    #expect(conditions[.attribute(.label)] == nil)
    #expect(conditions[.accessGroup] == .attribute(.text("g")))
    #expect(conditions[.synchronizable] == .synchronizable(.no))
    #expect(conditions[.useDataProtectionKeychain] == .yes)
    #expect(Set(conditions.keys).isDisjoint(with: [.accessible, .accessControl, .data]))
  }

  @Test func aReferenceStandsAlone() throws {
    let reference = try #require(PersistentReference(data: Data([1])))
    let keys = SecItemDictionary.conditions(ItemQuery(reference)).keys
    #expect(Set(keys) == [.persistentReference, .useDataProtectionKeychain])
  }

  @Test func replacingClearsWhatTheNewItemHasNot() throws {
    let version = try SecItemVersion.fresh()
    let changes = SecItemDictionary.replacing(item, nil, version)
    #expect(changes[.attribute(.label)] == .attribute(.text("L")))
    #expect(changes[.attribute(.comment)] == .attribute(.text("")))
    #expect(changes[.attribute(.generic)] == .attribute(.data(Data())))
    #expect(changes[.attribute(.description)] == .attribute(.text(version.text)))
    let untouched: [ItemAttribute] = [.account, .service, .creationDate, .modificationDate]
    #expect(untouched.allSatisfy { changes[.attribute($0)] == nil })
    #expect(changes[.accessible] == .accessible(.whenUnlocked))
    #expect(changes[.accessControl] == nil)
  }

  @Test func theSecretsOfManyItemsAreNeverAskedForAtOnce() {
    let query = SecItemDictionary.conditions(ItemQuery(.genericPassword, limit: .all))
    #expect(query.listing(.all)[.returnData] == nil)
    #expect(query.reading[.limit] == .limit(.one))
  }

  @Test func versionsAreReadBack() throws {
    let version = try SecItemVersion.fresh()
    #expect(SecItemVersion(SecItemVersion.given(version)) == version)
    #expect(SecItemVersion(SecItemVersion.given(nil)) == nil)
    #expect(SecItemVersion("a description of other code") == nil)
    #expect(try SecItemVersion.fresh() != version)
  }

  @Test func markersAreReadBack() throws {
    for accessibility in ItemAccessibility.allCases {
      for enrolment in [Data(), SecItemMarker.enrolment(of: Data([1]))] {
        let marker = SecItemMarker(
          tag: "t", accessibility: accessibility, constraints: [.biometryCurrentSet, .applicationPassword],
          enrolment: enrolment)
        #expect(SecItemMarker(tag: "t", encoded: marker.encoded) == marker)
        for count in 0..<marker.encoded.count where count != 10 {
          #expect(SecItemMarker(tag: "t", encoded: marker.encoded.prefix(count)) == nil)
        }
      }
    }
  }

  @Test func tagsKeepNamesApart() {
    let tags = [
      SecItemMarker.tag(.genericPassword, [.service: .text("ab"), .account: .text("c")]),
      SecItemMarker.tag(.genericPassword, [.service: .text("a"), .account: .text("bc")]),
      SecItemMarker.tag(.internetPassword, [.account: .text("c")]),
      SecItemMarker.tag(.genericPassword, [.account: .text("c")]),
    ]
    #expect(Set(tags).count == tags.count)
    #expect(
      SecItemMarker.tag(.genericPassword, [.account: .text("")]) == SecItemMarker.tag(.genericPassword, [:]))
  }

  @Test(arguments: [(65, 256, false), (97, 256, true), (145, 384, true), (133, 521, false), (199, 521, true)])
  func keysAreRecognised(count: Int, size: Int, isPrivate: Bool) throws {
    var bytes = [UInt8](repeating: 1, count: count)
    bytes[0] = 4
    let secret = SharedSecretBytes(SecretBytes(copying: bytes))
    let curve = try? SecItemKeyMaterial(secret, [:])
    #expect(curve?.sizeInBits == size)
    #expect(curve?.isPrivate == isPrivate)
    #expect(throws: KeychainError.invalidRequest(.valueKind)) {
      try SecItemKeyMaterial(secret, [.keyClass: .number(2)])
    }
    if count == 97 {
      let other = try SecItemKeyMaterial(secret, [.keyClass: .number(0)])
      #expect(other.sizeInBits == 384)
      #expect(!other.isPrivate)
    }
    #expect(throws: KeychainError.unsupported(.keyType)) {
      try SecItemKeyMaterial(SharedSecretBytes(SecretBytes(copying: bytes.dropLast(3))), [:])
    }
  }
}
