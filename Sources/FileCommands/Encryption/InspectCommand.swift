import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

extension OmamoriTool {
  static let inspectCommand = Command(
    "inspect", HelpText("Say what an encrypted file tells without a key", ja: "暗号化ファイルの情報を鍵なしで表示する"),
    discussion: HelpText(
      """
      Shows the format, the kinds of recipients or the cost of the password, and the sizes. None of it is verified: only \
      decrypting is.
      """,
      ja: """
        形式、受信者の種類またはパスワードの強度、サイズを表示します。これらは検証されていません。検証は復号時に行われます。
        """),
    examples: [
      Example("omamori inspect report.pdf.omamori", HelpText("Look at a file.", ja: "ファイルの情報を表示します。")),
      Example("omamori inspect --json backup.age", HelpText("For programs.", ja: "プログラム向けに出力します。")),
    ]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let path = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The encrypted file; standard input by default.", ja: "暗号化されたファイル。既定は標準入力です。"))
    return { arguments in
      let input = try InputPlace(try arguments[path]?.string)
      guard input.kind != .folder else { throw CryptoFault.notEncrypted(input.name) }
      let summary = try await input.summary()
      let text = InspectText(summary: summary)
      try arguments.output.write(
        try arguments[json] ? text.json.text(.pretty) + "\n" : text.lines(arguments.reportLanguage))
      return .success
    }
  }
}

extension InputPlace {
  /// What the file says of itself.
  ///
  /// - Throws: ``CryptoFault``, `CancellationError`.
  func summary() async throws -> EncryptedFileSummary {
    do {
      let place = place
      return try await WatchingThread.run { try EncryptedFileSummary(of: place) }
    } catch CryptoError.unknownFormat {
      throw CryptoFault.unknownFormat(name)
    } catch let error as CryptoError {
      throw CryptoFault.final(error, reading: name, writing: nil)
    }
  }
}

extension CryptoFault {
  /// Neither format begins like this.
  static func unknownFormat(_ path: String) -> CryptoFault {
    let name = path == "-" ? HelpText("the input", ja: "入力") : HelpText(stringLiteral: Printable.quote(path))
    return usage(
      HelpText(
        "\(name.english) is neither an Omamori nor an age file",
        ja: "\(name.japanese) は Omamori 暗号化ファイルでも age ファイルでもありません"),
      hint: path.hasSuffix(".ipa") || path.hasSuffix(".app")
        ? HelpText("'omamori audit' examines an app", ja: "アプリを調べるには 'omamori audit' を使ってください")
        : HelpText(
          "give a file of 'omamori encrypt' or 'age'", ja: "'omamori encrypt' または 'age' で作ったファイルを指定してください"))
  }
}

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
