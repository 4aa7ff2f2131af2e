@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriTransport

/// No conversion may admit a chain that its source refuses, unless a note says so.
@Suite("Pin documents: conversions against the meaning of both sides")
struct PinConversionOracleTests {
  private static let names = ["a.example", "b.a.example", "c.b.a.example", "d.c.b.a.example"]
  /// The keys of the server and of its authority.
  private static let chains = (1...5).flatMap { leaf in (1...5).map { [UInt8(leaf), UInt8($0)] } }

  /// Whether an entry admits a chain, by the meaning of its lists and nothing else.
  private static func admits(_ entry: PinnedHosts?, _ chain: [UInt8]) -> Bool {
    guard let entry, entry.mode == .enforced else { return true }
    func meets(_ list: [Pin]?, _ keys: ArraySlice<UInt8>) -> Bool {
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
    func list() throws -> [Pin]? {
      guard try number(0...2) == 0 else { return nil }
      return try (0..<(try number(0...2))).map { _ in
        try PinDocumentFixtures.pin(
          UInt8(try number(1...5)), .primary, try number(0...9) == 0 ? .certificate : .publicKey)
      }
    }
    var entries: [PinnedHosts] = []
    for _ in 0..<(try number(1...5)) {
      let host = names[try number(0...(names.count - 1))]
      let scope = PinnedHosts.Scope.allCases[try number(0...3)]
      guard !entries.contains(where: { $0.host.description == host && $0.scope == scope }) else { continue }
      entries.append(
        try PinDocumentFixtures.hosts(
          host, scope, leaf: list(), authorities: list(), anywhere: list(),
          mode: try number(0...7) == 0 ? .reportOnly : .enforced))
    }
    return try PinDocument(entries, combination: PinDocument.Combination.allCases[try number(0...1)])
  }

  @Test("What is weaker is said to be", arguments: PinFormat.allCases)
  func weaker(_ format: PinFormat) throws {
    let hosts = try (Self.names + Self.names.flatMap { ["x." + $0, "x.y." + $0] }).map(HostName.init)
    var weaker = 0
    for seed in 0..<400 {
      let source = try Self.document(seed)
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
          #expect(written.notes.contains { $0.effect == .weaker }, "seed \(seed), \(placement), \(host)")
        }
      }
    }
    #expect((weaker > 0) == (format != .json))
  }
}
