public import OmamoriCore

/// A status code (`OSStatus`) of Apple's keychain and Security framework, with its meaning and its cure.
///
/// The codes and names are those of `SecBase.h`.
///
/// Source: <https://developer.apple.com/documentation/security/security-framework-result-codes>.
public struct KeychainStatus: Sendable, Hashable {
  /// The number.
  public let code: Int32
  /// The name in the Security framework, such as `errSecItemNotFound`.
  public let name: String
  /// Other names of the same number.
  public let aliases: [String]
  /// What the status means, in one or more sentences.
  public let explanation: LocalizedText
  /// What to do about it, in one or more sentences.
  public let cure: LocalizedText

  /// Makes a row of the table.
  ///
  /// - Parameters:
  ///   - code: The number.
  ///   - name: The name without `errSec`.
  ///   - english: The meaning in English.
  ///   - japanese: The meaning in Japanese.
  ///   - cure: What to do.
  ///   - aliases: Other names, without `errSec`.
  /// - Returns: The row.
  package static func row(
    _ code: Int32,
    _ name: String,
    _ english: String,
    _ japanese: String,
    _ cure: StatusCure,
    aliases: [String] = []
  ) -> KeychainStatus {
    row(code, name, LocalizedText(english, ja: japanese), cure.text, aliases: aliases)
  }

  /// Makes a row of the table with a cure of its own.
  package static func row(
    _ code: Int32,
    _ name: String,
    _ explanation: LocalizedText,
    _ cure: LocalizedText,
    aliases: [String] = []
  ) -> KeychainStatus {
    KeychainStatus(
      code: code, name: prefix + name, aliases: aliases.map { prefix + $0 }, explanation: explanation,
      cure: cure)
  }

  /// What every name begins with.
  package static let prefix = "errSec"
}

extension KeychainStatus: CustomStringConvertible {
  /// The name and the number, such as `errSecItemNotFound (-25300)`.
  public var description: String { "\(name) (\(code))" }
}

extension KeychainStatus {
  /// All statuses that have a name here, by descending code; each code and each name once.
  public static let all: [KeychainStatus] =
    (generalRows + itemRows + storageRows + certificateRows + keyRows)
    .sorted { $0.code > $1.code }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
  private static let byName = Dictionary(
    all.flatMap { status in
      ([status.name] + status.aliases).map { (String($0.dropFirst(prefix.count)).lowercased(), status) }
    }
  ) { first, _ in first }

  /// Finds a status by its number; `nil` when the number has no name here.
  ///
  /// - Parameter code: The number, as a function of the Security framework returned it.
  public init?(code: Int32) {
    guard let status = Self.byCode[code] else { return nil }
    self = status
  }

  /// Finds a status by what a log or a person says; `nil` when nothing here has that number or name.
  ///
  /// - Parameter text: A decimal number such as `-25300` (the sign may be missing), the same 32 bits in hexadecimal such
  ///   as `0xffff9d2c`, or a name in any case with or without `errSec`, such as `itemnotfound`; at most 64 characters.
  public init?(text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first.map({ $0.lowercased() }) else { return nil }
    if let code = Self.code(word) {
      self.init(code: code)
    } else {
      let name = word.hasPrefix(Self.prefix.lowercased()) ? String(word.dropFirst(Self.prefix.count)) : word
      guard let status = Self.byName[name] else { return nil }
      self = status
    }
  }

  /// The number that a text in lower case stands for.
  private static func code(_ word: String) -> Int32? {
    if word.hasPrefix("0x") {
      // Tools print the number as 32 bits or, sign-extended, as 64.
      guard let bits = UInt64(word.dropFirst(2), radix: 16) else { return nil }
      let isExtended = bits >> 31 == UInt64.max >> 31
      return bits >> 32 == 0 || isExtended ? Int32(truncatingIfNeeded: bits) : nil
    }
    guard let number = Int32(word) else { return nil }
    guard number > 0, byCode[number] == nil, byCode[-number] != nil else { return number }
    return -number
  }
}

/// What to do about a status, where many have the same cure.
package enum StatusCure: Sendable, CaseIterable {
  case nothing
  case correctCall
  case correctQuery
  case correctData
  case freeMemory
  case freeSpace
  case permissions
  case retry
  case restart
  case network
  case credentials
  case accessControl
  case entitlement
  case smaller
  case otherFormat
  case otherAlgorithm
  case keyUsage
  case importAgain
  case restore
  case upgrade
  case certificate
  case renew
  case clock
  case trust
  case host
  case revoked
  case report

  /// The cure as a sentence.
  package var text: LocalizedText {
    switch self {
    case .nothing: LocalizedText("Nothing has to be done.", ja: "対処は不要です。")
    case .correctCall: LocalizedText("Correct the call.", ja: "呼び出しを修正してください。")
    case .correctQuery:
      LocalizedText(
        "Compare the query with the attributes of its class and correct it.",
        ja: "クエリをクラスの属性と照らし合わせて修正してください。")
    case .correctData: LocalizedText("Check where the data come from.", ja: "データの出所を確認してください。")
    case .freeMemory:
      LocalizedText("Free memory or work on less at a time.", ja: "メモリを解放するか、一度に扱う量を減らしてください。")
    case .freeSpace: LocalizedText("Make room and try again.", ja: "空きを作って再試行してください。")
    case .permissions:
      LocalizedText("Check the owner and the permissions.", ja: "所有者と権限を確認してください。")
    case .retry: LocalizedText("Try again in a moment.", ja: "しばらくしてから再試行してください。")
    case .restart:
      LocalizedText(
        "Restart the device; when it happens again, report it with a sysdiagnose.",
        ja: "デバイスを再起動し、再発する場合は sysdiagnose を添えて報告してください。")
    case .network:
      LocalizedText("Check the network and try again.", ja: "ネットワークを確認して再試行してください。")
    case .credentials:
      LocalizedText("Ask for the passphrase or proof once more.", ja: "パスフレーズや認証をもう一度求めてください。")
    case .accessControl:
      LocalizedText(
        "Check the item's access control list, or store the item anew.",
        ja: "項目のアクセス制御リストを確認するか、項目を保存し直してください。")
    case .entitlement:
      LocalizedText(
        "Check the program's signature and entitlements.", ja: "プログラムの署名とエンタイトルメントを確認してください。")
    case .smaller: LocalizedText("Use less data.", ja: "データを小さくしてください。")
    case .otherFormat: LocalizedText("Use another format.", ja: "別の形式を使用してください。")
    case .otherAlgorithm:
      LocalizedText("Use another algorithm or key size.", ja: "別のアルゴリズムまたは鍵長を使用してください。")
    case .keyUsage:
      LocalizedText(
        "Make a key that is meant for this use.", ja: "この用途に使える鍵を作成してください。")
    case .importAgain:
      LocalizedText("Export the data again and import that.", ja: "データを書き出し直して、取り込んでください。")
    case .restore:
      LocalizedText(
        "Delete nothing; restore the keychain from a backup.",
        ja: "何も削除せず、バックアップからキーチェーンを復元してください。")
    case .upgrade:
      LocalizedText("Use it on the newer system or version.", ja: "新しいシステムまたはバージョンで使用してください。")
    case .certificate:
      LocalizedText(
        "Have the issuer correct the certificate.", ja: "発行者に証明書の修正を依頼してください。")
    case .renew: LocalizedText("Install a renewed certificate.", ja: "更新された証明書を導入してください。")
    case .clock:
      LocalizedText(
        "Check the device's clock and the period of validity.", ja: "デバイスの時刻と有効期間を確認してください。")
    case .trust:
      LocalizedText(
        "Check the chain, its intermediates and the trusted anchors; do not switch the evaluation off.",
        ja: "チェーン、中間証明書、信頼するアンカーを確認してください。評価を無効にしないでください。")
    case .host:
      LocalizedText(
        "Connect by a name that the certificate holds.", ja: "証明書に記載された名前で接続してください。")
    case .revoked:
      LocalizedText(
        "Do not connect; have the certificate replaced.", ja: "接続せず、証明書の交換を依頼してください。")
    case .report: LocalizedText("Report it with the code.", ja: "コードを添えて報告してください。")
    }
  }
}
