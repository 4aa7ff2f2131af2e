import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import PolicyCommands

extension OmamoriTool {
  static let jwkGenerateCommand = Command(
    "generate", HelpText("Make a key", ja: "鍵を作る"),
    discussion: HelpText(
      """
      Writes the private key to a new file that only you can read, and prints the public key. Its name is its thumbprint \
      unless --key-id gives another. A key should be for one algorithm only: say which with --algorithm.
      """,
      ja: """
        秘密鍵を自分だけが読める新しいファイルに書き込み、公開鍵を出力します。鍵の名前は、--key-id を指定しなければサムプリントに\
        なります。1 つの鍵は 1 つのアルゴリズムだけに使い、--algorithm で指定してください。
        """),
    examples: [
      Example(
        "omamori jwk generate P-256 --algorithm ES256 -o key.json",
        HelpText("A key that signs tokens.", ja: "トークンに署名する鍵を作ります。")),
      Example(
        "omamori jwk generate oct --algorithm HS256 -o secret.json",
        HelpText("A secret that both sides have.", ja: "双方で共有する鍵を作ります。")),
    ]
  ) { declare in
    let handles = JWKGenerateHandles(&declare)
    return { arguments in try await JWKGenerateRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori jwk generate`.
struct JWKGenerateHandles: Sendable {
  let kind: Parameter<KeyKindWord>
  let output: Parameter<FilePath>
  let algorithm: Parameter<String?>
  let use: Parameter<KeyUse?>
  let identifier: Parameter<String?>
  let bits: Parameter<Int?>

  init(_ declare: inout Declaration) {
    kind = declare.argument("TYPE", help: HelpText("The type or curve of the key.", ja: "鍵の種類または曲線。"))
    output = declare.requiredOption(
      "-o", "--output", value: "FILE",
      help: HelpText(
        "Where to write the private key; - is standard output.", ja: "秘密鍵の書き込み先。- は標準出力です。"))
    algorithm = declare.option(
      "-a", "--algorithm", value: "NAME",
      help: HelpText(
        "The algorithm that the key is for, such as ES256 or ECDH-ES.", ja: "鍵を使うアルゴリズム（例: ES256、ECDH-ES）。"))
    use = declare.option(
      "--use", value: "USE",
      help: HelpText("What the key is for; follows from --algorithm.", ja: "鍵の用途。--algorithm があれば不要です。"))
    identifier = declare.option(
      "--key-id", value: "NAME",
      help: HelpText("The name of the key (kid).", ja: "鍵の名前（kid）。"))
    bits = declare.option(
      "--bits", value: "N",
      help: HelpText(
        "The size of an RSA key (3072) or of a secret (256).", ja: "RSA 鍵（既定は 3072）または共通鍵（既定は 256）のビット数。"))
  }
}

/// One run of `omamori jwk generate`.
struct JWKGenerateRun {
  private let arguments: Arguments
  private let kind: KeyKind
  private let output: String
  private let attributes: KeyAttributes
  private let bits: Int

  init(_ arguments: Arguments, _ handles: JWKGenerateHandles) throws {
    self.arguments = arguments
    (kind, output) = (try arguments[handles.kind].kind, try arguments[handles.output].string)
    let algorithm = try arguments[handles.algorithm]
    attributes = KeyAttributes(
      use: try arguments[handles.use], algorithm: algorithm, identifier: try arguments[handles.identifier])
    let given = try arguments[handles.bits]
    let range: ClosedRange<Int>? =
      switch kind {
      case .rsa: 2048...8192
      case .secret: 128...4096
      default: nil
      }
    guard let range else {
      guard given == nil else { throw CryptoFault.noBits }
      bits = 0
      return
    }
    // A secret is as long as the digest, unless it is asked for otherwise.
    let sizes = ["HS384": 384, "HS512": 512, "A256CBC-HS512": 512, "A192CBC-HS384": 384]
    bits = given ?? (kind == .rsa ? 3072 : sizes[algorithm ?? ""] ?? Self.keySize(algorithm))
    guard range.contains(bits), bits.isMultiple(of: 8) else { throw CryptoFault.bits(range) }
  }

  /// The size in the name of an algorithm that encrypts, such as A128GCM.
  private static func keySize(_ algorithm: String?) -> Int {
    guard let algorithm, !algorithm.contains("CBC"), algorithm.hasPrefix("A") else { return 256 }
    return Int(algorithm.dropFirst().prefix(3)) ?? 256
  }

  /// Makes the key.
  func run() async throws -> ExitCode {
    let key = try await key()
    let secret = key.export().withBytes { SecretBytes(copying: $0) }.withLineFeed()
    guard output != "-" else {
      let code = SecretFile.write(secret, to: arguments.output.descriptor)
      guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
      return .success
    }
    try SecretFile.create(output, secret)
    if let members = key.publicMembers {
      try arguments.output.write(TerminalJSON.text(.object(members)) + "\n")
    }
    return .success
  }

  private func key() async throws -> JSONWebKey {
    do {
      let material = try await material()
      let key = try JSONWebKey(material, attributes)
      return key.identifier == nil && kind != .secret ? key.named(key.thumbprint) : key
    } catch let error as AuthError {
      guard case .key = error else { throw error }
      throw CryptoFault(
        error, about: kind.rawValue,
        hint: HelpText(
          "choose an algorithm and a use for keys of this type", ja: "この種類の鍵に合うアルゴリズムと用途を指定してください"))
    }
  }

  private func material() async throws -> KeyMaterial {
    switch kind {
    case .secret: return .secret(SymmetricKey(size: SymmetricKeySize(bitCount: bits)))
    case .rsa:
      // A large key takes seconds to find.
      let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      defer { progress.finish() }
      let text = LocalizedText("Looking for primes…", ja: "素数を探しています…")[arguments.reportLanguage]
      return try await progress.showing(text) { [bits] in
        try await WatchingThread.run {
          .rsa(RSAKey(privateKey: try RSA.Signing.PrivateKey(keySizeInBits: bits)))
        }
      }
    default: return .random(kind)
    }
  }
}

extension CryptoFault {
  fileprivate static let noBits = usage(
    HelpText("--bits is for RSA keys and secrets only", ja: "--bits は RSA 鍵と共通鍵専用です"),
    hint: HelpText("leave it out: the curve says the size", ja: "--bits を外してください。サイズは曲線で決まります"))

  fileprivate static func bits(_ range: ClosedRange<Int>) -> CryptoFault {
    usage(
      HelpText(
        "--bits takes multiples of 8 from \(range.lowerBound) to \(range.upperBound)",
        ja: "--bits には \(range.lowerBound) から \(range.upperBound) までの 8 の倍数を指定してください"),
      hint: HelpText("leave it out for a good size", ja: "省略すると適切なサイズになります"))
  }
}
