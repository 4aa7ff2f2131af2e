import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

extension OmamoriTool {
  static let keygenCommand = Command(
    "keygen", HelpText("Make a key to encrypt files to", ja: "ファイルの暗号化に使う鍵を作る"),
    discussion: HelpText(
      """
      Writes an identity, the secret half, to a new file that only you can read, and prints its recipient, the half that \
      others encrypt to. Both have the form that age uses. Keep a copy of the identity: without it nobody can decrypt \
      what was encrypted to it.
      """,
      ja: """
        秘密鍵（identity）を自分だけが読める新しいファイルに書き込み、相手に渡す公開鍵（recipient）を出力します。どちらも age と同じ形式です。\
        秘密鍵は必ず控えてください。失うと、その鍵で暗号化したファイルは誰にも復号できません。
        """),
    examples: [
      Example(
        "omamori keygen -o key.txt", HelpText("Make a key and print its recipient.", ja: "鍵を作り、公開鍵を表示します。")),
      Example("omamori keygen -y key.txt", HelpText("Print the recipient again.", ja: "公開鍵をもう一度表示します。")),
    ]
  ) { declare in
    let handles = KeygenHandles(&declare)
    return { arguments in try KeygenRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keygen`.
struct KeygenHandles: Sendable {
  let output: Parameter<FilePath?>
  let existing: Parameter<FilePath?>
  let isPostQuantum: Parameter<Bool>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText("Where to write the identity; - is standard output.", ja: "秘密鍵の書き込み先。- は標準出力です。"))
    existing = declare.option(
      "-y", "--recipient-of", value: "FILE",
      help: HelpText(
        "Make no key; print the recipients of these identities.", ja: "鍵を作らず、このファイルの秘密鍵に対応する公開鍵を出力します。"))
    isPostQuantum = declare.flag(
      "--post-quantum",
      help: HelpText(
        "Make a key that quantum computers do not break either (ML-KEM-768 with X25519; for --format age).",
        ja: "量子コンピューターにも耐える鍵を作ります（ML-KEM-768 と X25519、--format age 用）。"))
    json = declare.flag(
      "--json", help: HelpText("Write JSON, without the identity.", ja: "JSON で出力します（秘密鍵は含みません）。"))
  }
}

/// One run of `omamori keygen`.
struct KeygenRun {
  private let arguments: Arguments
  private let handles: KeygenHandles
  private let output: String?
  private let existing: String?
  private let isJSON: Bool

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: KeygenHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    output = try arguments[handles.output]?.string
    existing = try arguments[handles.existing]?.string
    isJSON = try arguments[handles.json]
    guard (output == nil) != (existing == nil), try existing == nil || !arguments[handles.isPostQuantum]
    else {
      throw CryptoFault.usage(
        HelpText("give either --output or --recipient-of", ja: "--output か --recipient-of のどちらかを指定してください"),
        hint: HelpText(
          "write 'omamori keygen -o key.txt' to make a key", ja: "鍵を作るには 'omamori keygen -o key.txt' と入力します"))
    }
    if output == "-", isJSON {
      throw CryptoFault.usage(
        HelpText("the identity and JSON cannot share standard output", ja: "秘密鍵と JSON の両方を標準出力に書き込むことはできません"),
        hint: HelpText("give --output a file", ja: "--output にファイルを指定してください"))
    }
  }

  /// Makes a key, or reads one, and prints its recipient.
  func run() throws -> ExitCode {
    if let existing {
      let identities = try KeyFiles(arguments: arguments).identities(inFile: existing)
      try show(identities.map(\.recipient), file: existing)
    } else if let output {
      let identity: Identity
      let kind: RecipientKind = try arguments[handles.isPostQuantum] ? .mlkem768x25519 : .x25519
      do {
        identity = try Identity(rawRepresentation: SecretBytes(randomCount: 32), kind: kind)
      } catch let error as CryptoError {
        throw CryptoFault(error)
      }
      let text = Self.text(of: identity)
      guard output != "-" else { return try write(text) }
      try SecretFile.create(output, text)
      try show([identity.recipient], file: output)
    }
    return .success
  }

  private func write(_ text: borrowing SecretBytes) throws -> ExitCode {
    let code = SecretFile.write(text, to: arguments.output.descriptor)
    guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
    return .success
  }

  private func show(_ recipients: [Recipient], file: String) throws {
    guard isJSON else {
      return try arguments.output.write(recipients.map { $0.text + "\n" }.joined())
    }
    let list = recipients.map { recipient in
      JSONValue.object(["recipient": .string(recipient.text), "kind": .string(recipient.kind.rawValue)])
    }
    let json: JSONValue = ["file": .string(file), "recipients": .array(list)]
    try arguments.output.write(json.text(.pretty) + "\n")
  }

  /// The contents of an identity file, as `age-keygen` writes them.
  private static func text(of identity: Identity) -> SecretBytes {
    let comment = """
      # created: \(Date().formatted(.iso8601))
      # public key: \(identity.recipient.text)

      """
    let secret = identity.exportText()
    let start = Array(comment.utf8)
    return SecretBytes(count: start.count + secret.count + 1) { bytes in
      // because every buffer stays inside the closure, and together they have the size of the target
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe target.copyBytes(from: start)
        unsafe secret.bytes.withUnsafeBytes { source in
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[start.count...]).copyMemory(from: source)
        }
        unsafe target[target.count - 1] = UInt8(ascii: "\n")
      }
    }
  }
}
