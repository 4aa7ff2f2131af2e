import OmamoriCore
import OmamoriCrypto

/// What `omamori inspect` prints.
struct InspectText {
  let summary: EncryptedFileSummary

  /// One line a fact, for people.
  func lines(_ language: Language) -> String {
    func row(_ english: String, _ japanese: String, _ value: String) -> String {
      "\(LocalizedText(english, ja: japanese)[language]): \(value)\n"
    }
    var text = row(
      "Format", "形式", "\(format), " + LocalizedText("version", ja: "バージョン")[language] + " \(summary.version)")
    if isArmored { text += row("Armor", "アーマー", LocalizedText("yes (text)", ja: "あり（テキスト）")[language]) }
    switch summary.protection {
    case .recipients(let groups):
      let kinds = groups.map { "\($0.count) × \($0.kind)" }.joined(separator: ", ")
      text += row("Recipients", "受信者", kinds)
    case .password(let cost): text += row("Password", "パスワード", describe(cost, language))
    }
    func size(_ bytes: UInt64) -> String {
      let exact = LocalizedText("\(bytes) bytes", ja: "\(bytes) バイト")[language]
      return bytes < 1000 ? exact : "\(ByteCount(bytes).text) (\(exact))"
    }
    text += row("Header", "ヘッダー", size(summary.headerSize))
    text += row("Payload", "ペイロード", size(summary.payloadSize))
    guard let plaintext = summary.plaintextSize else {
      return text
        + row(
          "Contents", "内容", LocalizedText("cut off: no file has this size", ja: "途中で切れています（サイズが不正）")[language]
        )
    }
    text += row("Contents", "内容", size(plaintext))
    return text + (summary.overhead.map { row("Overhead", "増加分", size($0)) } ?? "")
  }

  /// The same for programs.
  var json: JSONValue {
    func number(_ value: UInt64?) -> JSONValue { value.map { .integer($0) } ?? .null }
    let protection: JSONValue =
      switch summary.protection {
      case .recipients(let groups):
        ["recipients": .array(groups.map { ["kind": .string($0.kind), "count": .integer($0.count)] })]
      case .password(let cost): ["password": json(cost)]
      }
    return [
      "format": .string(format), "version": .integer(summary.version), "armored": .bool(isArmored),
      "protection": protection, "headerBytes": number(summary.headerSize),
      "payloadBytes": number(summary.payloadSize), "plaintextBytes": number(summary.plaintextSize),
      "overheadBytes": number(summary.overhead),
    ]
  }

  private var isArmored: Bool { summary.format == .armoredAge }
  private var format: String { isArmored ? EncryptedFileFormat.age.rawValue : summary.format.rawValue }

  private func describe(_ cost: PasswordCost, _ language: Language) -> String {
    let memory = MemorySize(kibibytes: cost.memory).commandLineWord
    switch cost {
    case .argon2id(_, let passes, let lanes):
      return LocalizedText(
        "Argon2id (memory \(memory), iterations \(passes), lanes \(lanes))",
        ja: "Argon2id（メモリ \(memory)、反復 \(passes)、レーン \(lanes)）")[
          language]
    case .scrypt(let logarithm, _, _):
      return LocalizedText(
        "scrypt (memory \(memory), work factor \(logarithm))",
        ja: "scrypt（メモリ \(memory)、work factor \(logarithm)）")[language]
    case .pbkdf2(let digest, let rounds):
      return LocalizedText(
        "PBKDF2-\(digest.rawValue) (iterations \(rounds))", ja: "PBKDF2-\(digest.rawValue)（反復 \(rounds)）")[
          language]
    }
  }

  private func json(_ cost: PasswordCost) -> JSONValue {
    switch cost {
    case .argon2id(let memory, let passes, let lanes):
      [
        "algorithm": "argon2id", "memoryKiB": .integer(memory), "iterations": .integer(passes),
        "lanes": .integer(lanes),
      ]
    case .scrypt(let logarithm, let blockSize, let lanes):
      [
        "algorithm": "scrypt", "workFactor": .integer(logarithm), "blockSize": .integer(blockSize),
        "lanes": .integer(lanes),
      ]
    case .pbkdf2(let digest, let rounds):
      ["algorithm": .string("pbkdf2-" + digest.rawValue), "iterations": .integer(rounds)]
    }
  }
}
