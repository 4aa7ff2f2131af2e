import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import PolicyCommands

extension OmamoriTool {
  static let jwsCommand = Command(
    "jws", HelpText("Verify signed messages (JSON Web Signature)", ja: "署名付きメッセージ（JSON Web Signature）を検証する"),
    discussion: HelpText(
      """
      The content of a JSON Web Signature is anything: a text, a file, a document. Where it is claims of a token, use 'omamori \
      jwt verify', which also looks at who issued them, for whom and until when.
      """,
      ja: """
        JSON Web Signature の内容は、テキストやファイルなど何でも構いません。トークンのクレームには、発行者、対象者、有効期限も\
        確認する 'omamori jwt verify' を使用してください。
        """),
    examples: [
      Example(
        "omamori jws verify message.jws -a ES256 --key public.pem -o document",
        HelpText("Write the content if its signature holds.", ja: "署名が正しければ内容を書き出します。"))
    ],
    commands: [jwsVerifyCommand])
}

extension OmamoriTool {
  static let jwsVerifyCommand = Command(
    "verify", HelpText("Write the content of a message if its signature holds", ja: "署名が正しければ内容を出力する"),
    discussion: HelpText(
      """
      Reads the compact form and both JSON forms (RFC 7515). Of several signatures one has to hold, and none that can be \
      checked with the given keys may be wrong. Nothing of a message that is refused is written. Nothing that a message says \
      is followed, and the signature says neither for whom the content is nor when it was made.
      """,
      ja: """
        コンパクト形式と 2 つの JSON 形式（RFC 7515）に対応します。署名が複数あるときは 1 つ以上が正しいことが必要で、\
        指定した鍵で確認できる署名に誤りがあれば拒否します。拒否したメッセージの内容は出力しません。メッセージ内の指示には\
        従いません。署名からは、内容の宛先や作成時刻は分かりません。
        """),
    examples: [
      Example(
        "omamori jws verify message.jws -a ES256 --key public.pem",
        HelpText("With a key from a file.", ja: "ファイルの鍵で検証します。")),
      Example(
        "omamori jws verify message.json -a EdDSA --keys jwks.json -o document --json",
        HelpText("Into a file, with a report for programs.", ja: "内容をファイルに書き込み、結果を JSON で出力します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("The content is verified and was written.", ja: "検証に成功し、内容を出力しました。")),
      ExitMeaning(
        .findings,
        HelpText(
          "The message is refused, or the fetched keys are not to be believed.",
          ja: "メッセージを拒否したか、取得した鍵を信頼できません。")),
      ExitMeaning(
        .failure,
        HelpText(
          "The keys could not be fetched, or a file not read or written.", ja: "鍵を取得できないか、ファイルを読み書きできませんでした。")
      ),
    ]
  ) { declare in
    let handles = JWSVerifyHandles(&declare)
    return { arguments in try await JWSVerifyRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori jws verify`.
struct JWSVerifyHandles: Sendable {
  let file: Parameter<FilePath?>
  let algorithms: Parameter<[SignatureAlgorithm]>
  let keys: VerificationKeys
  let output: ContentOutput
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    file = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The message; standard input by default.", ja: "メッセージのファイル。既定は標準入力です。"))
    algorithms = declare.options(
      "-a", "--algorithm", value: "NAME",
      help: HelpText("An algorithm that is taken; may be repeated.", ja: "許可するアルゴリズム。複数指定できます。"))
    keys = VerificationKeys(&declare)
    output = ContentOutput(&declare)
    json = declare.flag(
      "--json",
      help: HelpText(
        "Write a report in JSON; the content is in it (base64url) without --output.",
        ja: "結果を JSON で出力します。--output がなければ内容（base64url）も含みます。"))
  }
}

/// One run of `omamori jws verify`.
struct JWSVerifyRun {
  private let arguments: Arguments
  private let handles: JWSVerifyHandles
  private let path: String?
  private let isJSON: Bool
  private let source: VerificationKeys.Source
  private let output: OutputPlace

  init(_ arguments: Arguments, _ handles: JWSVerifyHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    (path, isJSON) = (try arguments[handles.file]?.string, try arguments[handles.json])
    guard try !arguments[handles.algorithms].isEmpty else { throw CryptoFault.noSignatureAlgorithm }
    source = try handles.keys.onlySource(arguments)
    try arguments.shareStandardInput(
      path == nil || path == "-", try handles.keys.usesStandardInput(arguments))
    output = try handles.output.place(
      arguments, reading: path, and: try handles.keys.files(arguments))
  }

  /// Verifies the message and writes its content, or says why it is refused.
  func run() async throws -> ExitCode {
    let text = try await TokenInput.read(
      path, arguments.reportLanguage, limit: SignatureVerifier.jsonSizeLimit)
    let json = text.json
    let compact: UnverifiedToken?
    do throws(AuthError) {
      compact = json == nil ? try UnverifiedToken(text) : nil
    } catch {
      throw CryptoFault.notAMessage(path ?? "-", error)
    }
    if (compact?.protection ?? json?.protection) == .encryption {
      throw CryptoFault.encryptedMessage(path ?? "-")
    }
    let keys = try await handles.keys.keys(of: source, arguments)
    let verifier = try SignatureVerifier(algorithms: Set(try arguments[handles.algorithms]), keys: keys)
    let verified: [VerifiedContent]
    do throws(AuthError) {
      verified =
        if let compact { [try await verifier.verify(compact)] } else {
          // A key without a name may be that of any signature.
          try await verifier.verify(json: json ?? [], skippingWrong: keys is NamelessKey)
        }
    } catch {
      return try TokenRefusal(error).show(arguments, asJSON: isJSON)
    }
    try write(verified)
    return .success
  }

  private func write(_ verified: [VerifiedContent]) throws {
    guard let content = verified.first?.bytes else { return }
    if verified.contains(where: { $0.header.isOfToken }) {
      arguments.warn(
        HelpText(
          "the content is claims of a token: who issued them, for whom and until when was not checked",
          ja: "内容はトークンのクレームです。発行者、対象者、有効期限は確認していません"),
        hint: HelpText("use 'omamori jwt verify'", ja: "'omamori jwt verify' を使用してください"))
    }
    guard isJSON else { return try ContentOutput.write(content, to: output, arguments) }
    var object: JSONObject = [
      "verified": true, "signatures": .array(verified.map(Self.json)),
      "contentBytes": .integer(content.count),
    ]
    if output.name == nil {
      object["content"] = .string(Base64URL.encode(content))
    } else {
      try ContentOutput.write(content, to: output, arguments)
    }
    try arguments.output.write(TerminalJSON.text(.object(object), .pretty) + "\n")
  }

  private static func json(_ verified: VerifiedContent) -> JSONValue {
    var object: JSONObject = [
      "algorithm": .string(verified.algorithm.rawValue), "header": .object(verified.header.members),
    ]
    // The thumbprint of a secret is not for others to see.
    if verified.key.kind != .secret { object["keyThumbprint"] = .string(verified.key.thumbprint) }
    return .object(object)
  }
}

extension TokenHeader {
  /// Whether it says that the content is claims.
  fileprivate var isOfToken: Bool {
    let type = type?.lowercased() ?? ""
    return type == "jwt" || type == "application/jwt" || type.hasSuffix("+jwt")
  }
}

extension CryptoFault {
  fileprivate static func notAMessage(_ path: String, _ error: AuthError) -> CryptoFault {
    usage(
      CryptoFault(error, about: path).message,
      hint: HelpText(
        "give one JSON Web Signature: three parts with dots between them, or an object in JSON",
        ja: "JSON Web Signature（ピリオド区切りの 3 部分、または JSON オブジェクト）を 1 つ指定してください"))
  }

  fileprivate static func encryptedMessage(_ path: String) -> CryptoFault {
    usage(
      HelpText("\(Printable.quote(path)) is encrypted", ja: "\(Printable.quote(path)) は暗号化されています"),
      hint: HelpText("decrypt it with 'omamori jwe decrypt'", ja: "'omamori jwe decrypt' で復号してください"))
  }
}
