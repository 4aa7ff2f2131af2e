import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import PolicyCommands

/// One run of `omamori jwe decrypt`.
struct JWEDecryptRun {
  private let arguments: Arguments
  private let handles: JWEDecryptHandles
  private let path: String?
  private let isJSON: Bool
  private let keys: [String]
  private let output: OutputPlace

  init(_ arguments: Arguments, _ handles: JWEDecryptHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    (path, isJSON) = (try arguments[handles.file]?.string, try arguments[handles.json])
    keys = try arguments[handles.keys].map(\.string)
    let wantsPassword = try arguments[handles.asksPassword] || handles.password.isGiven(arguments)
    guard keys.isEmpty == wantsPassword else { throw CryptoFault.keyOrPassword }
    try arguments.shareStandardInput(
      path == nil || path == "-", keys.contains("-"), keys.count(where: { $0 == "-" }) > 1,
      try handles.password.usesStandardInput(arguments))
    let passwordFile = try handles.password.source(arguments)
    output = try handles.output.place(
      arguments, reading: path, and: keys + [passwordFile].compactMap(\.self))
  }

  /// Decrypts the message and writes its content, or says why it is refused.
  func run() async throws -> ExitCode {
    let text = try await TokenInput.read(path, arguments.reportLanguage, limit: TokenDecrypter.sizeLimit)
    let json = text.json
    if json == nil { try checkForm(text) }
    if json?.protection == .signature { throw CryptoFault.signedMessage(path ?? "-") }
    let decrypter = try await decrypter()
    let decrypted: DecryptedToken
    do throws(AuthError) {
      decrypted = if let json { try decrypter.decrypt(json: json) } else { try decrypter.decrypt(text) }
    } catch {
      let isWrongKey = error == .token(.decryptionFailed) || error == .token(.noKey)
      return try TokenRefusal(error, answer: "decrypted", hint: isWrongKey ? .wrongKey : nil).show(
        arguments, asJSON: isJSON)
    }
    try write(decrypted)
    return .success
  }

  /// Refuses what is no encrypted message before anybody is asked for a password.
  private func checkForm(_ text: SecretText) throws {
    let token: UnverifiedToken
    do throws(AuthError) {
      token = try UnverifiedToken(text)
    } catch {
      throw CryptoFault.notEncryptedMessage(CryptoFault(error, about: path ?? "-").message)
    }
    guard token.protection == .encryption else { throw CryptoFault.signedMessage(path ?? "-") }
  }

  // MARK: - Keys

  private func decrypter() async throws -> TokenDecrypter {
    guard keys.isEmpty else { return try decrypter(try keys.flatMap(decryptionKeys)) }
    let password = try await handles.password.password(arguments, isNew: false)
    return try decrypter([DecryptionKey(password)])
  }

  private func decrypter(_ keys: [DecryptionKey]) throws -> TokenDecrypter {
    let encryptions = Set(try arguments[handles.encryptions])
    let inflationLimit = try arguments[handles.takesCompressed] ? TokenDecrypter.inflationLimit : nil
    return try TokenDecrypter(
      keys: keys, keyManagement: Set(try arguments[handles.algorithms]),
      contentEncryption: encryptions.isEmpty ? Set(ContentEncryptionAlgorithm.allCases) : encryptions,
      inflationLimit: inflationLimit)
  }

  /// The key of a file, or those of a set that can be used; a set may hold others.
  private func decryptionKeys(_ path: String) throws -> [DecryptionKey] {
    var (keys, refusal): ([DecryptionKey], AuthError) = ([], .key(.algorithmMismatch))
    for key in try KeyDocument(path, arguments).keys {
      do {
        let key = try DecryptionKey(key)
        _ = try decrypter([key])
        keys.append(key)
      } catch let error as AuthError {
        guard case .key = error else { throw error }
        refusal = error
      }
    }
    guard !keys.isEmpty else {
      throw CryptoFault(
        refusal, about: path,
        hint: HelpText(
          "give the recipient's private key, or the secret, that is for what --algorithm names",
          ja: "--algorithm で指定した方式に合う、受信者の秘密鍵または共通鍵を指定してください"))
    }
    return keys
  }

  // MARK: - The content

  private func write(_ decrypted: DecryptedToken) throws {
    let content = Array(decrypted.content)
    if decrypted.contentType?.lowercased() == "jwt" {
      arguments.warn(
        HelpText("the content is a token that nobody has verified", ja: "内容は未検証のトークンです"),
        hint: HelpText("pass it on to 'omamori jwt verify'", ja: "'omamori jwt verify' で検証してください"))
    }
    guard isJSON else { return try ContentOutput.write(content, to: output, arguments, permissions: 0o600) }
    var object: JSONObject = [
      "decrypted": true, "algorithm": .string(decrypted.keyManagement.rawValue),
      "encryption": .string(decrypted.contentEncryption.rawValue), "contentBytes": .integer(content.count),
    ]
    object["type"] = decrypted.type.map(JSONValue.string)
    object["contentType"] = decrypted.contentType.map(JSONValue.string)
    if output.name == nil {
      object["content"] = .string(Base64URL.encode(content))
    } else {
      try ContentOutput.write(content, to: output, arguments, permissions: 0o600)
    }
    try arguments.output.write(TerminalJSON.text(.object(object), .pretty) + "\n")
  }
}

extension HelpText {
  fileprivate static let wrongKey = HelpText(
    "give the key or the password that it was encrypted for; a message that was changed cannot be decrypted either",
    ja: "暗号化に対応する鍵またはパスワードを指定してください。改変されたメッセージも復号できません")
}

extension CryptoFault {
  fileprivate static let keyOrPassword = usage(
    HelpText("say once what decrypts", ja: "復号に使うものを 1 つの方法で指定してください"),
    hint: HelpText("give --key FILE, or -p for a password", ja: "鍵は --key FILE、パスワードは -p で指定してください"))

  fileprivate static func signedMessage(_ path: String) -> CryptoFault {
    let name = Printable.quote(path)
    return usage(
      HelpText("\(name) is signed, not encrypted", ja: "\(name) は署名付きで、暗号化されていません"),
      hint: HelpText(
        "verify it with 'omamori jwt verify' or 'omamori jws verify'",
        ja: "'omamori jwt verify' または 'omamori jws verify' で検証してください"))
  }

  fileprivate static func notEncryptedMessage(_ message: HelpText) -> CryptoFault {
    usage(
      message,
      hint: HelpText(
        "give one JSON Web Encryption: five parts with dots between them, or an object in JSON",
        ja: "JSON Web Encryption（ピリオド区切りの 5 部分、または JSON オブジェクト）を 1 つ指定してください"))
  }
}
