import CommandLineKit
import CommandSupport
import OmamoriCrypto

extension OmamoriTool {
  static let hashCommand = Command(
    "hash", HelpText("Print or check the hash values of files", ja: "ファイルのハッシュ値を出力・検証する"),
    discussion: HelpText(
      """
      Lines are those of sha256sum, which reads them, and whose lists --check reads. Without a file standard input is \
      hashed. A hash value says that a file is the same, not who made it.
      """,
      ja: """
        出力は sha256sum と同じ形式で、相互に検証できます。ファイルを省略すると標準入力を処理します。ハッシュ値で分かるのは内容が\
        同じことだけで、作成者は分かりません。
        """),
    examples: [
      Example(
        "omamori hash App.ipa > App.ipa.sha256",
        HelpText("Keep the hash value beside a file.", ja: "ハッシュ値をファイルのそばに保存します。")),
      Example(
        "omamori hash --check App.ipa.sha256",
        HelpText("Check the files of a list.", ja: "一覧にあるファイルを検証します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("A file differs from its hash value.", ja: "ハッシュ値と異なるファイルがあります。"))
    ]
  ) { declare in
    let handles = HashHandles(&declare)
    return { arguments in try await HashRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori hash`.
struct HashHandles: Sendable {
  let files: Parameter<[FilePath]>
  let algorithm: Parameter<HashAlgorithm>
  let check: Parameter<[FilePath]>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    algorithm = declare.option(
      "-a", "--algorithm", value: "NAME", default: .sha256,
      help: HelpText("The hash function.", ja: "ハッシュ関数。"))
    check = declare.options(
      "-c", "--check", value: "LIST",
      help: HelpText("Check the files that a list names.", ja: "一覧にあるファイルを検証します。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    files = declare.arguments(
      "FILE", as: FilePath.self,
      help: HelpText("The files; - is standard input.", ja: "対象ファイル。- は標準入力です。"))
  }
}

/// The hash functions of `omamori hash`.
enum HashAlgorithm: String, CaseIterable, CommandLineValue {
  case sha256, sha384, sha512
  case sha3With256Bits = "sha3-256"
  case sha3With384Bits = "sha3-384"
  case sha3With512Bits = "sha3-512"

  /// The bytes of a hash value.
  var byteCount: Int {
    switch self {
    case .sha256, .sha3With256Bits: 32
    case .sha384, .sha3With384Bits: 48
    case .sha512, .sha3With512Bits: 64
    }
  }

  /// The name in lines such as `SHA256 (file) = …`.
  var tag: String { rawValue.uppercased() }

  /// A calculation that has begun.
  func begin() -> any HashFunction {
    switch self {
    case .sha256: SHA256()
    case .sha384: SHA384()
    case .sha512: SHA512()
    case .sha3With256Bits: SHA3_256()
    case .sha3With384Bits: SHA3_384()
    case .sha3With512Bits: SHA3_512()
    }
  }
}
