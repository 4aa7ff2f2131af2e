@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// No conversion may admit a chain that its source refuses, unless a note says so.
@Suite("Pin documents: conversions against the meaning of both sides")
struct PinConversionOracleTests {
  private static let names = ["a.example", "b.a.example", "c.b.a.example", "d.c.b.a.example"]
  /// The keys of the server and of its authority.
  private static let chains = (1...3).flatMap { leaf in (4...6).map { [UInt8(leaf), UInt8($0)] } }

  /// Whether an entry admits a chain, by the meaning of its lists and nothing else.
  private static func admits(_ entry: PinnedHosts?, _ chain: [UInt8]) -> Bool {
    guard let entry, entry.mode == .enforced else { return true }
    func meets(_ list: [CertificatePin]?, _ keys: ArraySlice<UInt8>) -> Bool {
      guard let list else { return true }
      return keys.contains { key in
        list.contains { $0.kind == .publicKey && $0.digest == Data(repeating: key, count: 32) }
      }
    }
    return meets(entry.leaf, chain[..<1]) && meets(entry.authorities, chain[1...])
      && meets(entry.anywhere, chain[...])
  }

  private static func document(_ seed: Int) throws -> PinDocument {
    let randomness = SeededRandomness(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) throws -> Int { try randomness.integer(in: range) }
    func list(_ keys: ClosedRange<Int>) throws -> [CertificatePin]? {
      guard try number(0...1) == 0 else { return nil }
      return try (0..<(try number(0...2))).map { _ in
        try PinDocumentFixtures.pin(
          UInt8(try number(keys)), .primary, try number(0...9) == 0 ? .certificate : .publicKey)
      }
    }
    var entries: [PinnedHosts] = []
    for _ in 0..<(try number(1...5)) {
      let host = names[try number(0...(names.count - 1))]
      let scope = PinnedHosts.Scope.allCases[try number(0...3)]
      guard !entries.contains(where: { $0.host.description == host && $0.scope == scope }) else { continue }
      entries.append(
        try PinDocumentFixtures.hosts(
          host, scope, leaf: list(1...3), authorities: list(4...6), anywhere: list(1...6),
          mode: try number(0...7) == 0 ? .reportOnly : .enforced))
    }
    return try PinDocument(entries, combination: PinDocument.Combination.allCases[try number(0...1)])
  }

  @Test(
    "No document names a host twice where the format has one entry a host",
    arguments: [PinFormat.trustKit, .networkSecurityConfig, .curl, .pinnedDomains])
  func oneEntry(_ format: PinFormat) throws {
    guard ![.json, .okHttp].contains(format) else { return }
    for seed in 0..<100 {
      let written = try Self.document(seed).written(as: format)
      guard let document = try? PinDocument.read(Array(written.text.utf8), as: format).document else {
        continue
      }
      #expect(Set(document.entries.map(\.host)).count == document.entries.count, "seed \(seed)")
      guard format == .pinnedDomains else { continue }
      for entry in document.entries {
        #expect(written.text.ranges(of: "<key>\(entry.host)</key>").count == 1, "seed \(seed)")
      }
    }
  }

  @Test("An enforced entry stays enforced, and pinned as long, when it is merged with one that is not")
  func mergedModes() throws {
    let day = try #require(GregorianDay("2028-02-29")?.start)
    let watched = try PinDocumentFixtures.hosts(
      "a.example", anywhere: PinDocumentFixtures.pins(1, 2), expiry: day, mode: .reportOnly)
    let enforced = try PinDocumentFixtures.hosts(
      "a.example", .hostAndAll, anywhere: PinDocumentFixtures.pins(3, 4))
    for entries in [[watched, enforced], [enforced, watched]] {
      let text = try PinDocument(entries).written(as: .trustKit).text
      let entry = try #require(try PinDocument.read(Array(text.utf8), as: .trustKit).document.entries.first)
      #expect(entry.mode == .enforced && entry.expiry == nil && entry.pins.count == 4)
    }
  }

  @Test("What is weaker is said to be", arguments: PinFormat.allCases)
  func weaker(_ format: PinFormat) throws {
    let hosts = try (Self.names + Self.names.flatMap { ["x." + $0, "x.y." + $0] }).map(HostName.init)
    var weaker = 0
    for seed in 0..<80 {
      let source = try Self.document(seed)
      let text = try source.written(as: .json).text
      for placement in PinPlacement.allCases {
        let written = try source.written(as: format, placement: placement)
        // A target without an entry pins nothing; some formats have no empty document.
        let target = try? PinDocument.read(Array(written.text.utf8), as: format).document
        for host in hosts {
          let (before, after) = (try source.pins(for: host), try target?.pins(for: host))
          guard Self.chains.contains(where: { !Self.admits(before, $0) && Self.admits(after, $0) }) else {
            continue
          }
          weaker += 1
          #expect(
            written.notes.contains { $0.effect == .weaker },
            "seed \(seed), \(placement), \(host)\n\(text)\n\(written.text)\n\(written.notes)")
        }
      }
    }
    #expect((weaker > 0) == (format != .json))
  }
}
