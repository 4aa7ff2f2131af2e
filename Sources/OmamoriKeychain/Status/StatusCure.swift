import OmamoriCore

/// What to do about a status, where many have the same cure.
enum StatusCure: Sendable, CaseIterable {
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
  case signing
  case timestamp
  case modernFunctions
  case retired
  case report

  /// The cure as a sentence.
  var text: LocalizedText {
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
        ja: "デバイスを再起動し、再発する場合はsysdiagnoseを添えて報告してください。")
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
    case .signing:
      LocalizedText(
        "Sign again with a certificate for this purpose.", ja: "この用途の証明書で署名し直してください。")
    case .timestamp:
      LocalizedText(
        "Ask the timestamp service again, or another one.", ja: "タイムスタンプサービスに再度要求するか、別のサービスを使用してください。")
    case .modernFunctions:
      LocalizedText(
        "Use the SecItem and SecKey functions instead of the old CSSM layer.",
        ja: "古いCSSM層ではなく、SecItemおよびSecKeyの関数を使用してください。")
    case .retired:
      LocalizedText("The service no longer exists; remove the call.", ja: "このサービスは終了しています。呼び出しを削除してください。")
    case .report: LocalizedText("Report it with the code.", ja: "コードを添えて報告してください。")
    }
  }
}
