import OmamoriATS
import Testing

@Suite struct PinnedDomainsTests {
  static let first = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
  static let second = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

  static func digest(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

  static func pins(_ texts: String...) -> PropertyList {
    PropertyList(.array(texts.map { ["SPKI-SHA256-BASE64": PropertyList(.string($0))] }))
  }

  func domains(_ list: PropertyList) -> PinnedDomains {
    PinnedDomains(propertyList: ["NSAppTransportSecurity": ["NSPinnedDomains": list]])
  }

  @Test func oneMoreLabelOnly() {
    let pinned = domains([
      "Example.com": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": Self.pins(Self.first)]
    ])
    #expect(pinned.requirement(for: "example.com")?.leafDigests == [Self.digest(0)])
    #expect(pinned.requirement(for: "EXAMPLE.com.") != nil)
    #expect(pinned.requirement(for: "a.example.com") != nil)
    #expect(pinned.requirement(for: "a.b.example.com") == nil)
    #expect(pinned.requirement(for: "notexample.com") == nil)
    #expect(pinned.requirement(for: "com") == nil)
  }

  @Test func entriesAreUnited() throws {
    let pinned = domains([
      "example.com": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": Self.pins(Self.first)],
      "api.example.com": ["NSPinnedLeafIdentities": Self.pins(Self.second)],
    ])
    let requirement = try #require(pinned.requirement(for: "api.example.com"))
    #expect(requirement.leafDigests == [Self.digest(0), Self.digest(1)])
    #expect(requirement.hasBackup)
    #expect(requirement.accepts(chain: [Self.digest(0)]))
    #expect(requirement.accepts(chain: [Self.digest(1), Self.digest(9)]))
    #expect(!requirement.accepts(chain: [Self.digest(9), Self.digest(0)]))
    #expect(!requirement.accepts(chain: []))
  }

  @Test func bothListsAreConditions() throws {
    let pinned = domains([
      "a.example": [
        "NSPinnedLeafIdentities": Self.pins(Self.first), "NSPinnedCAIdentities": Self.pins(Self.second),
      ],
      "b.example": ["NSPinnedCAIdentities": Self.pins(Self.second)],
    ])
    let both = try #require(pinned.requirement(for: "a.example"))
    #expect(both.accepts(chain: [Self.digest(0), Self.digest(5), Self.digest(1)]))
    #expect(!both.accepts(chain: [Self.digest(0), Self.digest(5)]))
    #expect(!both.accepts(chain: [Self.digest(5), Self.digest(1)]))
    let authority = try #require(pinned.requirement(for: "b.example"))
    // The leaf itself is not above the leaf.
    #expect(!authority.accepts(chain: [Self.digest(1)]))
    #expect(authority.accepts(chain: [Self.digest(7), Self.digest(1)]))
    #expect(!authority.hasBackup)
  }

  @Test(
    "A list in which nothing can match refuses every connection",
    arguments: [
      [], ["not base64!"], ["AAAA"], ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
      ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ]
  )
  func refusal(texts: [String]) throws {
    let list = PropertyList(.array(texts.map { ["SPKI-SHA256-BASE64": PropertyList(.string($0))] }))
    let requirement = try #require(
      domains(["a.example": ["NSPinnedLeafIdentities": list]]).requirement(for: "a.example")
    )
    #expect(requirement.refusesEveryConnection)
    #expect(!requirement.accepts(chain: [Self.digest(0)]))
  }

  @Test(
    "A list that is not an array refuses every connection",
    arguments: ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"],
    [PropertyList(.string(PinnedDomainsTests.first)), 1, true, ["SPKI-SHA256-BASE64": "x"]]
  )
  func otherType(key: String, value: PropertyList) throws {
    let domain = PropertyList(.dictionary(PropertyListDictionary([.init(key: key, value: value)])))
    let requirement = try #require(domains(["a.example": domain]).requirement(for: "a.example"))
    #expect(requirement.refusesEveryConnection)
    #expect(!requirement.accepts(chain: [Self.digest(0), Self.digest(0)]))
    #expect((requirement.leafDigests != nil) == (key == "NSPinnedLeafIdentities"))
  }

  @Test(
    "Only a boolean true pins names below a host",
    arguments: [true, false, 1, PropertyList(.real(1)), 0, "true", "YES", nil] as [PropertyList?]
  )
  func subdomainsAreABoolean(flag: PropertyList?) {
    var entry = [PropertyListDictionary.Entry(key: "NSPinnedLeafIdentities", value: Self.pins(Self.first))]
    if let flag { entry.append(.init(key: "NSIncludesSubdomains", value: flag)) }
    let pinned = domains(["example.com": PropertyList(.dictionary(PropertyListDictionary(entry)))])
    #expect(pinned.requirement(for: "example.com") != nil)
    #expect((pinned.requirement(for: "a.example.com") != nil) == (flag?.boolean == true))
  }

  @Test func withoutAListNothingIsPinned() {
    #expect(domains(["a.example": ["NSIncludesSubdomains": true]]).requirement(for: "a.example") == nil)
    #expect(domains(["a.example": "text"]).requirement(for: "a.example") == nil)
    #expect(domains("text").domains.isEmpty)
  }
}
