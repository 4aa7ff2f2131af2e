import OmamoriCore
@testable import OmamoriKeychain
@testable import OmamoriKeychainFile
import Testing

@Suite struct PrimaryKeyTests {
  private func key(_ attributes: ItemAttributes, group: String = "g", sync: Bool = false) -> PrimaryKey {
    PrimaryKey(.genericPassword, attributes, group: group, isSynchronizable: sync)
  }

  @Test func hasTheDocumentedBytes() {
    let bytes = key([.account: .text("a"), .service: .text("svc"), .label: .text("not in it")]).bytes
    #expect(
      bytes == Array("genp".utf8) + [0, 0, 0, 1] + Array("a".utf8) + [0, 0, 0, 3] + Array("svc".utf8)
        + [0, 0, 0, 1] + Array("g".utf8) + [0])
    let internet = PrimaryKey(.internetPassword, [.port: .number(443)], group: "", isSynchronizable: true)
      .bytes
    #expect(
      internet == Array("inet".utf8) + [UInt8](repeating: 0, count: 20) + [
        0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 187,
      ]
        + [0, 0, 0, 0] + [0, 0, 0, 0] + [1])
  }

  @Test func missingIsEmpty() {
    #expect(key([:]) == key([.account: .text(""), .service: .text("")]))
    let none = PrimaryKey(.key, [:], group: "g", isSynchronizable: false)
    let zero = PrimaryKey(
      .key, [.keyClass: .number(0), .applicationTag: .data(Data())], group: "g", isSynchronizable: false)
    #expect(none == zero)
  }

  @Test func nothingRunsTogether() {
    let all: [PrimaryKey] = [
      key([.account: .text("ab"), .service: .text("c")]), key([.account: .text("a"), .service: .text("bc")]),
      key([.account: .text("abc")]), key([.service: .text("abc")]),
      key([.account: .text("a\u{0}b"), .service: .text("c")]),
      key([.account: .text("caf\u{E9}")]), key([.account: .text("cafe\u{301}")]),
      key([.account: .text("ab"), .service: .text("c")], group: "other"),
      key([.account: .text("ab"), .service: .text("c")], sync: true),
      PrimaryKey(.internetPassword, [.account: .text("ab")], group: "g", isSynchronizable: false),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func aQueryNamesItsKeysWhenItSaysEnough() throws {
    var query = ItemQuery(
      .genericPassword, [.account: .text("a"), .service: .text("s")], synchronizable: .any)
    let keys = try #require(PrimaryKey.all(of: query, groups: ["g", "h"]))
    #expect(keys.count == 4)
    #expect(keys.contains(key([.account: .text("a"), .service: .text("s")], group: "h", sync: true)))
    #expect(PrimaryKey.all(of: query, groups: nil) == nil)
    query.attributes[.account] = nil
    #expect(PrimaryKey.all(of: query, groups: ["g"]) == nil)
    let scopes = try #require(ItemScope.all(of: query, groups: ["g"]))
    #expect(
      scopes == [ItemScope(.genericPassword, [.account: .text("x"), .service: .text("s")], group: "g")])
    query.attributes[.service] = nil
    #expect(ItemScope.all(of: query, groups: ["g"]) == nil)
    #expect(PrimaryKey.all(of: ItemQuery(.identity), groups: ["g"]) == nil)
    #expect(ItemScope.all(of: ItemQuery(.identity), groups: ["g"]) == nil)
  }

  @Test func groupsAreNamedExactly() throws {
    let some = AccessGroups(default: "own", others: ["team"])
    #expect(some.names == ["own", "team"])
    #expect(some.allows("own") && some.allows("team") && !some.allows("tea") && !some.allows(""))
    #expect(try some.group(named: nil) == "own")
    #expect(try some.group(named: "team") == "team")
    #expect(throws: KeychainError.accessGroupDenied) { _ = try some.group(named: "foreign") }
    #expect(throws: KeychainError.invalidRequest(.emptyName)) { _ = try some.group(named: "") }
    #expect(AccessGroups.every.names == nil)
    #expect(AccessGroups.every.allows("anything"))
    let long = String(repeating: "g", count: AccessGroups.greatestNameSize + 1)
    #expect(throws: KeychainError.tooLarge(limit: 512)) { _ = try AccessGroups.every.group(named: long) }
  }
}
