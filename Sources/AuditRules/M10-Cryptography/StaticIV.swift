import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An initialisation vector that is the same in every run.
struct StaticIV: SwiftRule {
  static let metadata = RuleMetadata(
    id: "static-iv",
    title: LocalizedText("Constant initialisation vector", ja: "固定の初期化ベクトル"),
    why: LocalizedText(
      """
      With one vector for all messages, messages that begin alike encrypt alike, and in counter modes two \
      ciphertexts reveal both texts.
      """,
      ja: """
        全メッセージに同じ初期化ベクトルを使うと、先頭が同じ平文は同じ暗号文になります。カウンター系のモードで\
        は 2 つの暗号文から両方の平文が判明します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take fresh random bytes for every message and store them in front of it, or use AES.GCM.seal, which \
        does so (XAES256GCM.seal).
        """,
        ja: """
          メッセージごとに新しい乱数を使い、暗号文の前に付けて保存してください。AES.GCM.seal（XAES256GCM.seal）で\
          は自動で行われます。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [329], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        import CryptoSwift
        let iv: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
        let aes = try AES(key: key, blockMode: CBC(iv: iv))
        """,
      good: """
        import CryptoSwift
        let aes = try AES(key: key, blockMode: CBC(iv: AES.randomIV(16)))
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<Range<Int>> = []
    for use in CipherCall.commonCrypto(in: source) {
      guard let vector = use.vector, source.fold(vector.expression, in: vector.scope) == .none,
        Self.isChained(use), reported.insert(use.call.range).inserted
      else { continue }
      let lines = source.text.lines
      let isFarther = lines.region(of: vector.range).startLine > lines.region(of: use.call.range).startLine
      report.add(
        Self.self, at: isFarther ? use.call.range.lowerBound..<vector.range.upperBound : vector.range,
        LocalizedText(
          "\(use.call.name) is given nil as initialisation vector, which stands for zeros, so equal beginnings of messages look equal; make 16 random bytes for each message.",
          ja: "\(use.call.name) の初期化ベクトルが nil（ゼロ）なので、先頭が同じメッセージは同じ暗号文になります。メッセージごとに 16 バイトの乱数を使用してください。"))
    }
    for use in CryptoUse.all(in: source) {
      guard let vector = use.arguments[.vector] else { continue }
      if let constant = use.data(.vector, in: source).first(where: { !$0.isFromBundle }) {
        guard reported.insert(vector.utf8Range).inserted, !Self.isECB(use, source) else { continue }
        add(use.name, constant, at: use.place(.vector, in: source), &report)
        continue
      }
      for origin in source.origins(of: vector, in: use.scope) {
        guard let name = Self.keyPart(origin), reported.insert(origin.range).inserted else { continue }
        report.add(
          Self.self, at: origin.range,
          LocalizedText(
            "The initialisation vector given to \(use.name) is a part of \(name), so it is the same for every message; make random bytes for each message.",
            ja: "\(use.name) の初期化ベクトルが \(name) の一部で、すべてのメッセージに共通です。メッセージごとに乱数を使用してください。"))
      }
    }
  }

  private func add(
    _ name: String, _ constant: KnownConstant, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The initialisation vector given to \(name) is constant, so equal messages look equal and others can be told apart; make random bytes for each message and send them along.",
        ja: "\(name) に渡される初期化ベクトルは定数なので、同じメッセージが同じ暗号文になります。メッセージごとに乱数を生成して添付してください。"),
      related: constant.steps)
  }

  /// ECB takes no vector, whatever is given.
  private static func isECB(_ use: CryptoUse, _ source: SwiftSource) -> Bool {
    guard let mode = use.arguments[.mode] else { return false }
    let known = CipherCall.symbols(in: source.fold(mode, in: use.scope))
    if !known.isEmpty { return !ECBMode.modes.isDisjoint(with: known) }
    // Callers may choose; one that chooses another mode needs a vector.
    let choices = source.constants(reaching: mode, in: use.scope, followsSymbols: true)
    return !choices.isEmpty
      && choices.allSatisfy { !ECBMode.modes.isDisjoint(with: CipherCall.symbols(in: $0.value)) }
  }

  /// CBC: a vector is needed, and the call is known to be neither ECB nor a stream cipher.
  private static func isChained(_ use: CipherCall) -> Bool {
    let isECB = use.hasOption("kCCOptionECBMode") || use.hasOption("kCCModeECB")
    let names = CipherCall.symbols(in: use.algorithm)
    if case .integer(let bits) = use.options, bits & 2 != 0 { return false }
    return use.knowsOptions && !isECB && !names.isEmpty && !names.contains("kCCAlgorithmRC4")
      && !CipherCall.symbols(in: use.operation).contains("kCCDecrypt")
  }

  /// `key.prefix(16)`: a vector that follows from the key is the same for every message.
  private static func keyPart(_ origin: ValueOrigin) -> String? {
    guard let part = Call(origin.expression, scope: origin.scope), parts.contains(part.name),
      let name = part.receiver.flatMap(NamePath.last), !Words.of(name).filter(keys.contains).isEmpty
    else { return nil }
    return name
  }

  private static let parts: Set = ["prefix", "suffix", "subdata", "dropFirst", "dropLast"]
  private static let keys: Set = ["key", "password", "passphrase"]
}

extension StaticIV: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) {
      guard let vector = use.arguments[.vector] else { continue }
      if let constant = use.constant(.vector, in: source), constant.isData {
        guard !use.usesECB(source) else { continue }
        add(use.name, constant.known(source, besides: vector), at: use.place(.vector, in: source), &report)
      } else if use.isChainedWithoutVector(source) {
        report.add(
          Self.self, at: use.place(.vector, in: source),
          LocalizedText(
            "\(use.name) is given no initialisation vector, which stands for zeros, so equal beginnings of messages look equal; make 16 random bytes for each message.",
            ja: "\(use.name) に初期化ベクトルがなく（ゼロ）、先頭が同じメッセージは同じ暗号文になります。メッセージごとに 16 バイトの乱数を使用してください。"))
      }
    }
  }
}
