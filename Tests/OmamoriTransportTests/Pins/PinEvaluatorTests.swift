import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct PinEvaluatorTests {
  /// A certificate of the chain by the name of its key, or a key that is not in it.
  enum Key: String, CaseIterable, Sendable {
    case leaf, authority, root, reserve, leafCertificate, authorityCertificate, rootCertificate
    case renewedCertificate

    func pin(_ role: CertificatePin.Role = .primary) throws -> CertificatePin {
      switch self {
      case .leaf: try CertificatePin(base64: SampleChain.leafKey, role: role)
      case .authority: try CertificatePin(base64: SampleChain.authorityKey, role: role)
      case .root: try CertificatePin(base64: SampleChain.rootKey, role: role)
      case .reserve: try CertificatePin(base64: SampleChain.reserveKey, role: role)
      case .leafCertificate: try CertificatePin(.certificate, base64: SampleChain.leafCertificate, role: role)
      case .authorityCertificate:
        try CertificatePin(.certificate, base64: SampleChain.authorityCertificate, role: role)
      case .rootCertificate: try CertificatePin(.certificate, base64: SampleChain.rootCertificate, role: role)
      case .renewedCertificate:
        try CertificatePin(.certificate, base64: SampleChain.renewedCertificate, role: role)
      }
    }

    /// The depth at which it is found in the chain.
    var depth: Int? {
      switch self {
      case .leaf, .leafCertificate: 0
      case .authority, .authorityCertificate: 1
      case .root, .rootCertificate: 2
      case .reserve, .renewedCertificate: nil
      }
    }
  }

  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  static func verdict(_ pins: PinSet?, on server: String = SampleChain.leaf, at date: Date = now) throws
    -> PinVerdict
  {
    PinEvaluator(pins).verdict(on: try SampleChain.trusted(server), at: date)
  }

  /// The same as the evaluator has to find, by the definition of the lists and no other way.
  static func expected(_ key: Key, _ list: PinVerdict.List, _ greatestDepth: Int?) -> Int? {
    guard let depth = key.depth, depth <= greatestDepth ?? .max else { return nil }
    switch list {
    case .leaf: return depth == 0 ? 0 : nil
    case .authorities: return depth > 0 ? depth : nil
    case .anywhere: return depth
    }
  }

  @Test(arguments: Key.allCases, PinVerdict.List.allCases)
  func everyKeyInEveryList(_ key: Key, _ list: PinVerdict.List) throws {
    for greatestDepth in [nil, 0, 1, 2, 3, Int.max] {
      if list == .authorities, greatestDepth == 0 { continue }
      let pins = [try key.pin()]
      let set = try PinSet(
        leaf: list == .leaf ? pins : [], authorities: list == .authorities ? pins : [],
        anywhere: list == .anywhere ? pins : [], greatestDepth: greatestDepth, requiresBackup: false)
      let verdict = try Self.verdict(set)
      if let depth = Self.expected(key, list, greatestDepth) {
        let match = PinVerdict.Match(list: list, index: 0, pin: try key.pin(), depth: depth)
        #expect(verdict.outcome == .matched([match]), "depth \(String(describing: greatestDepth))")
        #expect(verdict.admits)
      } else {
        #expect(verdict.outcome == .mismatched([list]), "depth \(String(describing: greatestDepth))")
        #expect(!verdict.admits)
      }
    }
  }

  @Test(arguments: Key.allCases, Key.allCases)
  func leafAndAuthoritiesBothHaveToMatch(_ leaf: Key, _ authority: Key) throws {
    let set = try PinSet(leaf: [leaf.pin()], authorities: [authority.pin()], requiresBackup: false)
    let verdict = try Self.verdict(set)
    var missing: [PinVerdict.List] = []
    if Self.expected(leaf, .leaf, nil) == nil { missing.append(.leaf) }
    if Self.expected(authority, .authorities, nil) == nil { missing.append(.authorities) }
    #expect(verdict.admits == missing.isEmpty)
    if !missing.isEmpty { #expect(verdict.outcome == .mismatched(missing)) }
  }

  @Test func noPins() throws {
    let verdict = try Self.verdict(nil)
    #expect(verdict == PinVerdict(outcome: .notPinned) && verdict.admits && !verdict.usesBackup)
  }

  @Test func threeListsAreConditionsThatAllHold() throws {
    let set = try PinSet(
      leaf: [Key.leaf.pin()], authorities: [Key.root.pin()], anywhere: [Key.reserve.pin()],
      requiresBackup: false)
    #expect(try Self.verdict(set).outcome == .mismatched([.anywhere]))
  }

  @Test func primaryIsNamedBeforeBackup() throws {
    let set = try PinSet(anywhere: [
      Key.reserve.pin(.backup), Key.leaf.pin(.backup), Key.root.pin(),
    ])
    let verdict = try Self.verdict(set)
    let match = PinVerdict.Match(list: .anywhere, index: 2, pin: try Key.root.pin(), depth: 2)
    #expect(verdict.outcome == .matched([match]))
    #expect(!verdict.usesBackup)
  }

  @Test func backupThatMatchesIsSaid() throws {
    let verdict = try Self.verdict(try PinSet(leaf: [Key.reserve.pin(), Key.leaf.pin(.backup)]))
    let match = PinVerdict.Match(list: .leaf, index: 1, pin: try Key.leaf.pin(.backup), depth: 0)
    #expect(verdict.outcome == .matched([match]))
    #expect(verdict.admits && verdict.usesBackup)
  }

  @Test func keySurvivesANewCertificate() throws {
    let key = try PinSet(leaf: [Key.leaf.pin()], requiresBackup: false)
    #expect(try Self.verdict(key, on: SampleChain.renewed).admits)
    let certificate = try PinSet(leaf: [Key.leafCertificate.pin()], requiresBackup: false)
    #expect(try !Self.verdict(certificate, on: SampleChain.renewed).admits)
  }

  @Test func digestOfOneKindNeverMatchesTheOther() throws {
    let pin = try CertificatePin(.certificate, base64: SampleChain.leafKey)
    #expect(try !Self.verdict(try PinSet(leaf: [pin], requiresBackup: false)).admits)
  }

  @Test(arguments: 0..<32)
  func oneBitDecides(_ place: Int) throws {
    var digest = try Key.leaf.pin().digest
    for bit in 0..<8 {
      digest[place] ^= 1 << UInt8(bit)
      #expect(
        try !Self.verdict(try PinSet(leaf: [CertificatePin(digest: digest)], requiresBackup: false)).admits)
      digest[place] ^= 1 << UInt8(bit)
    }
    #expect(
      try Self.verdict(try PinSet(leaf: [CertificatePin(digest: digest)], requiresBackup: false)).admits)
  }

  /// Seconds from the expiry, whether the set still counts, whether the verdict warns; 30 days are 2,592,000 s.
  static let expiries: [(TimeInterval, Bool, Bool)] = [
    (-3_456_000, true, false), (-2_592_001, true, false), (-2_592_000, true, true), (-1, true, true),
    (0, true, true), (0.001, false, false), (1, false, false), (1e9, false, false),
  ]

  @Test(arguments: expiries)
  func expiry(_ offset: TimeInterval, _ isValid: Bool, _ warns: Bool) throws {
    let expiry = Self.now
    let date = expiry.addingTimeInterval(offset)
    for mode in PinSet.Mode.allCases {
      let set = try PinSet(leaf: [Key.leaf.pin()], expiry: expiry, mode: mode, requiresBackup: false)
      let verdict = try Self.verdict(set, at: date)
      #expect(verdict.expiresSoon == (warns ? expiry : nil))
      #expect(verdict.admits == (isValid || mode == .reportOnly))
      if !isValid { #expect(verdict.outcome == .expired(expiry)) }
    }
  }

  @Test func timesThatAreNoNumbersFailClosed() throws {
    let never = Date(timeIntervalSinceReferenceDate: .nan)
    let set = try PinSet(leaf: [Key.leaf.pin()], expiry: never, requiresBackup: false)
    #expect(try !Self.verdict(set).admits)
    let dated = try PinSet(leaf: [Key.leaf.pin()], expiry: .distantFuture, requiresBackup: false)
    #expect(try !Self.verdict(dated, at: never).admits)
  }

  @Test(arguments: [Key.reserve, .renewedCertificate])
  func reportOnlyNeverBlocksButSays(_ key: Key) throws {
    let set = try PinSet(leaf: [key.pin()], mode: .reportOnly, requiresBackup: false)
    let verdict = try Self.verdict(set)
    #expect(verdict.admits)
    #expect(verdict.outcome == .mismatched([.leaf]) && verdict.mode == .reportOnly)
  }

  @Test func recheckIsFast() throws {
    let filler = try (0..<63).map { try CertificatePin(digest: Data(repeating: UInt8($0), count: 32)) }
    let set = try PinSet(anywhere: filler + [Key.root.pin(.backup)], expiry: .distantFuture)
    let (evaluator, chain) = (PinEvaluator(set), try SampleChain.trusted())
    let rounds = 100
    // The best of several runs, because the machine has other work; the bound is for a build without optimisation.
    let best = (0..<5).map { _ in
      let start = ContinuousClock.now
      var admitted = 0
      for _ in 0..<rounds where evaluator.verdict(on: chain, at: Self.now).admits { admitted += 1 }
      let time = ContinuousClock.now - start
      #expect(admitted == rounds)
      return time
    }.min()
    #expect(try #require(best) < .milliseconds(1) * rounds)
  }
}
