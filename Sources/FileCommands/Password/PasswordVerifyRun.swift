import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

/// One run of `omamori password verify`.
struct PasswordVerifyRun {
  private let arguments: Arguments
  private let handles: PasswordVerifyHandles

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: PasswordVerifyHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Asks for the password and says whether it is right.
  func run() async throws -> ExitCode {
    let hash = try hash()
    let answer: PasswordVerification
    do {
      let hasher = try PasswordHasher(cost: PasswordAlgorithm.standard(for: hash))
      let password = try await handles.password.password(arguments, isNew: false)
      answer = try await hasher.verify(password, against: hash)
    } catch CryptoError.unsupported {
      throw CryptoFault.usage(
        HelpText("hashes of this kind are not supported", ja: "この種類のハッシュには対応していません"),
        hint: HelpText(
          "argon2id (version 19), scrypt, pbkdf2-sha256 and pbkdf2-sha512 are",
          ja: "argon2id（バージョン 19）、scrypt、pbkdf2-sha256、pbkdf2-sha512 に対応しています"))
    } catch let error as CryptoError {
      throw CryptoFault(error)
    }
    try show(answer)
    return answer.isMatch ? .success : .findings
  }

  private func hash() throws -> String {
    let (word, file) = (try arguments[handles.hash], try arguments[handles.hashFile]?.string)
    switch (word, file) {
    case (let word?, nil):
      guard word.hasPrefix("$") else {
        throw CryptoFault.usage(
          HelpText("a hash begins with a dollar sign", ja: "ハッシュはドル記号で始まります"),
          hint: HelpText(
            "put it in single quotes, or give --hash-file", ja: "一重引用符で囲むか、--hash-file を指定してください"))
      }
      return word
    case (nil, let file?):
      if file == "-", try handles.password.usesStandardInput(arguments) {
        throw CryptoFault.usage(
          HelpText(
            "the hash and the password cannot both come from standard input",
            ja: "ハッシュとパスワードの両方を標準入力から読み込むことはできません"),
          hint: HelpText("give --password-fd 3 and '3< FILE'", ja: "--password-fd 3 と '3< FILE' を指定してください"))
      }
      let text = try SecretInput.read(file, limit: 4096)
      // because the buffer stays inside the closure; a hash is no secret
      let line = text.withBytes { bytes in
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      }
      return String(line.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    default:
      throw CryptoFault.usage(
        HelpText("there is not exactly one hash to verify", ja: "検証するハッシュが 1 つに定まりません"),
        hint: HelpText(
          "give it as an argument or with --hash-file", ja: "引数または --hash-file のどちらかで指定してください"))
    }
  }

  private func show(_ answer: PasswordVerification) throws {
    if try arguments[handles.json] {
      let json: JSONValue = ["matches": .bool(answer.isMatch), "needsRehash": .bool(answer.needsRehash)]
      return try arguments.output.write(json.text(.pretty) + "\n")
    }
    guard try !arguments[sharedOptions.quiet] else { return }
    let text =
      answer.isMatch
      ? HelpText("The password is right.", ja: "パスワードは正しいです。")
      : HelpText("The password is wrong.", ja: "パスワードが違います。")
    try arguments.output.write(text[arguments.language] + "\n")
    guard answer.needsRehash else { return }
    arguments.warn(
      HelpText("the hash is weaker than it should be", ja: "ハッシュの強さが推奨に達していません"),
      hint: HelpText(
        "replace it with a new one of 'omamori password hash'", ja: "'omamori password hash' で作り直してください"))
  }
}

/// The parameters of `omamori password verify`.
struct PasswordVerifyHandles: Sendable {
  let hash: Parameter<String?>
  let hashFile: Parameter<FilePath?>
  let json: Parameter<Bool>
  let password: PasswordOptions

  init(_ declare: inout Declaration) {
    hash = declare.optionalArgument(
      "HASH", as: String.self,
      help: HelpText("The hash, in single quotes.", ja: "ハッシュ（一重引用符で囲みます）。"))
    hashFile = declare.option(
      "--hash-file", value: "FILE",
      help: HelpText("Read the hash from a file; - is standard input.", ja: "ハッシュをファイルから読み込みます。- は標準入力です。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    password = PasswordOptions(&declare)
  }
}
