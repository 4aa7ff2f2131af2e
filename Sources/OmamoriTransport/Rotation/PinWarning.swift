public import OmamoriCore

/// Something about pins and the servers that they are for that leads to an outage, or to less than it seems.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum PinWarning: Sendable, Hashable {
  /// A server has no certificate with a pin of these lists.
  case mismatch(HostName, [PinVerdict.List])
  /// What a server sent was not validated, so that it may be anybody's.
  case unvalidated(HostName)
  /// A server sent nothing that can be read.
  case noCertificates(HostName)
  /// Every pin of a list is in use; no key is in reserve.
  case noUnusedBackup(PinVerdict.List)
  /// A backup pin is the one that matches.
  case backupInUse(HostName)
  /// A pin is for a whole certificate, so that every renewal needs a release.
  case certificatePin
  /// The server's key is pinned and its certificates are short-lived: each renewal has to keep the key.
  case shortLivedLeaf(HostName, days: Int)
  /// A pinned intermediate certificate belongs to an authority that replaces them without notice.
  case rotatingIntermediate(HostName, authority: String)
  /// Only authorities are pinned: every customer of theirs can get a certificate that fits, if it is for the host.
  case authoritiesOnly
  /// The server's certificate expires within this many days; 0 for today, negative when it is over.
  case expiring(HostName, days: Int)
  /// The pin set expires within this many days; negative when it is over.
  case setExpiring(days: Int)
  /// A pinned authority's certificate expires within this many days.
  case authorityExpiring(HostName, depth: Int, days: Int)

  /// Whether a connection fails today.
  public var isFailure: Bool {
    switch self {
    case .mismatch, .noCertificates: true
    case .expiring(_, let days), .setExpiring(let days), .authorityExpiring(_, _, let days): days < 0
    default: false
    }
  }

  /// What it is, as a sentence.
  public var message: LocalizedText {
    switch self {
    case .mismatch(let host, let lists):
      let names = lists.map(\.rawValue).joined(separator: ", ")
      return LocalizedText(
        "\(host): the chain has none of the pinned keys (\(names)).",
        ja: "\(host): チェーンにピン留めされた鍵がありません（\(names)）。")
    case .unvalidated(let host):
      return LocalizedText(
        "\(host): the chain was not validated; it may be anybody's.",
        ja: "\(host): チェーンは検証されていません。別のサーバーのものである可能性があります。")
    case .noCertificates(let host):
      return LocalizedText(
        "\(host): there is no certificate that can be read.", ja: "\(host): 読み取れる証明書がありません。")
    case .noUnusedBackup(let list):
      return LocalizedText(
        "Every pin of the list \(list.rawValue) is in use; add the pin of a key in reserve.",
        ja: "一覧\(list.rawValue)のピンはすべて使用中です。予備の鍵のピンを追加してください。")
    case .backupInUse(let host):
      return LocalizedText(
        "\(host): a backup pin is in use; make it the primary one and add a new backup.",
        ja: "\(host): 予備のピンが使用されています。主ピンに変更し、新しい予備を追加してください。")
    case .certificatePin:
      return LocalizedText(
        "A whole certificate is pinned; every renewal breaks the pin. Pin its key instead.",
        ja: "証明書全体がピン留めされており、更新のたびに一致しなくなります。鍵をピン留めしてください。")
    default: return schedule
    }
  }

  private var schedule: LocalizedText {
    switch self {
    case .shortLivedLeaf(let host, let days):
      LocalizedText(
        "\(host): certificates are valid for \(days) days; let every renewal keep the pinned key.",
        ja: "\(host): 証明書の有効期間は\(days)日です。更新時にピン留めした鍵を維持してください。")
    case .rotatingIntermediate(let host, let authority):
      LocalizedText(
        "\(host): the pinned intermediate certificate is of \(authority), which replaces them without notice.",
        ja: "\(host): ピン留めした中間証明書の発行元\(authority)は、予告なく中間証明書を交換します。")
    case .authoritiesOnly:
      LocalizedText(
        "Only authorities are pinned; whoever gets a certificate for the host from them fits, too.",
        ja: "認証局だけがピン留めされています。同じ認証局からホストの証明書を取得した第三者も一致します。")
    case .expiring(let host, let days):
      LocalizedText(
        "\(host): the certificate expires in \(days) days.", ja: "\(host): 証明書の残り有効日数は\(days)日です。")
    case .setExpiring(let days):
      LocalizedText("The pin set expires in \(days) days.", ja: "ピンのセットの残り有効日数は\(days)日です。")
    case .authorityExpiring(let host, let depth, let days):
      LocalizedText(
        "\(host): the pinned certificate at depth \(depth) expires in \(days) days.",
        ja: "\(host): ピン留めした深さ\(depth)の証明書の残り有効日数は\(days)日です。")
    default: LocalizedText("Check the pins.", ja: "ピンを確認してください。")
    }
  }
}
