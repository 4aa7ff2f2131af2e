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
    masvs: ["CRYPTO-1"], mastg: [210],
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
    func examine(_ vector: ValueOrigin, _ call: Call) {
      for origin in source.origins(of: vector.expression, in: vector.scope) {
        guard let message = Self.message(for: origin, call, in: source),
          reported.insert(origin.range).inserted
        else { continue }
        report.add(Self.self, at: origin.range, message)
      }
    }
    for use in CipherCall.commonCrypto(in: source) {
      guard let vector = use.vector else { continue }
      if source.fold(vector.expression, in: vector.scope) == .none {
        guard Self.isChained(use), reported.insert(use.call.range).inserted else { continue }
        report.add(
          Self.self, at: vector.range,
          LocalizedText(
            "\(use.call.name) is given nil, which stands for a vector of zeros.",
            ja: "\(use.call.name) に nil が渡されています。これはゼロだけの初期化ベクトルを意味します。"))
      } else {
        examine(vector, use.call)
      }
    }
    for call in CipherCall.modes(["CBC", "CTR", "CFB", "OFB", "PCBC", "AES", "ChaCha20"], in: source) {
      guard let vector = call.argument("iv") else { continue }
      examine(ValueOrigin(expression: vector, scope: call.scope, range: vector.utf8Range), call)
    }
  }

  /// CBC: a vector is needed, and the call is known to be neither ECB nor a stream cipher.
  private static func isChained(_ use: CipherCall) -> Bool {
    let isECB = use.hasOption("kCCOptionECBMode") || use.hasOption("kCCModeECB")
    let names = CipherCall.symbols(in: use.algorithm)
    if case .integer(let bits) = use.options, bits & 2 != 0 { return false }
    return use.knowsOptions && !isECB && !names.isEmpty && !names.contains("kCCAlgorithmRC4")
      && !CipherCall.symbols(in: use.operation).contains("kCCDecrypt")
  }

  private static func message(for origin: ValueOrigin, _ call: Call, in source: SwiftSource) -> LocalizedText?
  {
    let value = source.fold(origin.expression, in: origin.scope)
    if value != .none, value.alternatives.contains(where: { isConstantVector($0) }) {
      return LocalizedText(
        "The vector given to \(call.name) is constant.", ja: "\(call.name) に渡される初期化ベクトルは定数です。")
    }
    // `key.prefix(16)`: a vector that follows from the key is the same for every message.
    if let part = Call(origin.expression, scope: origin.scope), Self.parts.contains(part.name),
      let name = part.receiver.flatMap(NamePath.last), !Words.of(name).filter(Self.keys.contains).isEmpty
    {
      return LocalizedText(
        "The vector given to \(call.name) is a part of \(name).",
        ja: "\(call.name) に渡される初期化ベクトルは \(name) の一部です。")
    }
    return nil
  }

  private static func isConstantVector(_ value: Value) -> Bool {
    switch value {
    case .bytes, .string: true
    case .array(let values): !values.isEmpty && value.isConstant
    default: false
    }
  }

  private static let parts: Set = ["prefix", "suffix", "subdata", "dropFirst", "dropLast"]
  private static let keys: Set = ["key", "password", "passphrase"]
}
