package import OmamoriCore

/// A difference between what a document of pins said and what is made of it, or a trap of its format.
package struct ConversionNote: Sendable, Hashable {
  /// What the difference leads to.
  package enum Effect: String, Sendable, Hashable, CaseIterable {
    /// The same connections are allowed.
    case same
    /// Fewer connections are allowed; good ones among the refused, if something is wrong.
    case stricter
    /// Connections are allowed that the source refuses.
    case weaker
  }

  /// What is different; the raw value is stable.
  @nonexhaustive
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The source does not say which pin is in use; the first one of each list is taken for it.
    case rolesNotStated = "roles-not-stated"
    /// The entry has no second pin.
    case noBackup = "no-backup"
    /// The target refuses to start with fewer than two pins.
    case backupDemanded = "backup-demanded"
    /// More names below the host are pinned than before.
    case subdomainsWidened = "subdomains-widened"
    /// Fewer names below the host are pinned than before.
    case subdomainsNarrowed = "subdomains-narrowed"
    /// The source asks for names below the host in a way that its system does not read, so they are not pinned there
    /// either.
    case subdomainsNotRead = "subdomains-not-read"
    /// The host itself is pinned, too, where only names below it were.
    case hostAdded = "host-added"
    /// Where entries meet, the target unites them; the source takes the most specific.
    case united
    /// The source unites entries; their pins are repeated where they meet.
    case expanded
    /// The target cannot ask for a pinned key of the server and of an authority; the authorities are left out.
    case authoritiesLeftOut = "authorities-left-out"
    /// The target cannot hold all lists of pins; those for any depth are left out.
    case conditionLeftOut = "condition-left-out"
    /// The pins of one list may match at any depth in the target.
    case depthLost = "depth-lost"
    /// Pins for any depth were put into one list; a pin in the wrong list refuses every connection.
    case depthChosen = "depth-chosen"
    /// The target compares the server's own key only, so pins of authorities never match.
    case leafOnly = "leaf-only"
    /// Pins of whole certificates cannot be expressed and were left out.
    case certificatePin = "certificate-pin"
    /// A pin that is no SHA-256 digest was left out.
    case otherDigest = "other-digest"
    /// The target has no expiry: the pins hold until they are changed.
    case expiryLost = "expiry-lost"
    /// The target stops pinning at the date, without a word.
    case expiryUnpins = "expiry-unpins"
    /// The source stops pinning at the date; the target refuses every connection from then on.
    case expiryRefuses = "expiry-refuses"
    /// Reports of failures cannot be expressed.
    case reportsLost = "reports-lost"
    /// The source sends reports to its maker unless told otherwise.
    case reportsToMaker = "reports-to-maker"
    /// The target cannot only report; the entry was left out, so that nothing is refused that was not before.
    case reportOnlyLeftOut = "report-only-left-out"
    /// The target cannot shield hosts from the pins of a wider entry.
    case exemptionLost = "exemption-lost"
    /// An entry without a usable pin refuses every connection.
    case refusesEverything = "refuses-everything"
    /// Roots that the source adds or that a person installed pass without a pin, or are not carried over.
    case anchors
    /// Settings that are not about pins were left out.
    case otherSettings = "other-settings"
    /// The target pins a transfer, not a host; a redirect is compared with the same pins.
    case perTransfer = "per-transfer"
    /// The target does not pin addresses.
    case addressNotPinned = "address-not-pinned"
  }

  /// What is different.
  package let kind: Kind
  /// What it leads to.
  package let effect: Effect
  /// The entry, as a pattern of hosts; `nil` for the document.
  package let hosts: String?

  package init(_ kind: Kind, _ effect: Effect, _ hosts: String? = nil) {
    (self.kind, self.effect, self.hosts) = (kind, effect, hosts)
  }

  /// The difference as a sentence.
  package var message: LocalizedText { Self.message(of: kind) }
}

extension ConversionNote {
  package static func message(of kind: Kind) -> LocalizedText {
    switch kind {
    case .rolesNotStated:
      LocalizedText(
        "Nothing says which pin is in use; the first of each list is taken for it, the others for backups.",
        ja: "使用中のピンが示されていないため、各一覧の最初のピンを使用中、残りを予備とみなします。")
    case .noBackup:
      LocalizedText(
        "There is only one pin, so a lost or replaced key shuts the app out.",
        ja: "ピンが 1 個だけのため、鍵の紛失や交換によりアプリが接続できなくなります。")
    case .backupDemanded:
      LocalizedText(
        "The target refuses to start with fewer than two pins; add the pin of a key in reserve.",
        ja: "変換先ではピンが 2 個未満だと起動時に失敗します。予備の鍵のピンを追加してください。")
    case .subdomainsWidened:
      LocalizedText(
        "The target pins names with any number of further labels, where the source pins one label.",
        ja: "変換元では 1 ラベル下までが対象ですが、変換先ではすべての下位の名前が対象になります。")
    case .subdomainsNarrowed:
      LocalizedText(
        "The target pins one further label only; names further below lose their pins.",
        ja: "変換先では 1 ラベル下までが対象のため、さらに下位の名前はピン留めされません。")
    case .subdomainsNotRead:
      LocalizedText(
        "NSIncludesSubdomains is not a boolean, so names below the host are not pinned, as on Apple's systems.",
        ja: "NSIncludesSubdomains が真偽値ではないため、Apple のシステムと同様、下位の名前はピン留めされません。")
    case .hostAdded:
      LocalizedText(
        "The host itself is pinned, too; the source pins only the names below it.",
        ja: "変換元では下位の名前だけが対象ですが、変換先ではホスト自身もピン留めされます。")
    case .united:
      LocalizedText(
        "Where entries meet, the target accepts the pins of all of them; the source takes the most specific alone.",
        ja: "複数の項目が一致する場合、変換元では最も限定的な項目だけが有効ですが、変換先ではすべての項目のピンが有効です。")
    case .expanded:
      LocalizedText(
        "The source accepts the pins of all entries that match; they are repeated in the target where entries meet.",
        ja: "変換元では一致するすべての項目のピンが有効なため、変換先では重なる項目ごとにピンを繰り返し記載します。")
    case .authoritiesLeftOut:
      LocalizedText(
        "The target cannot ask for a key of the server and of an authority; only the server's pins are kept.",
        ja: "変換先ではサーバーと認証局の両方の鍵を条件にできないため、サーバーのピンだけを残します。")
    case .conditionLeftOut:
      LocalizedText(
        "The target has no room for a second condition; the pins for any depth are left out.",
        ja: "変換先では複数の条件を表現できないため、深さを問わないピンを省きます。")
    case .depthLost:
      LocalizedText(
        "In the target the pins may match at any depth of the chain.",
        ja: "変換先では、ピンはチェーンのどの深さの証明書とも一致し得ます。")
    case .depthChosen:
      LocalizedText(
        "The target tells the server's key from those above it; a pin in the wrong list refuses every connection.",
        ja: "変換先はサーバーの鍵と上位の鍵を区別します。誤った一覧に入れたピンはすべての接続を拒否させます。")
    case .leafOnly:
      LocalizedText(
        "The target compares the server's own key only; a pin of an authority never matches there.",
        ja: "変換先ではサーバー自身の鍵だけが照合され、認証局のピンが一致することはありません。")
    case .certificatePin:
      LocalizedText(
        "Pins of whole certificates cannot be expressed and were left out.",
        ja: "証明書全体のピンは表現できないため、省きました。")
    case .otherDigest:
      LocalizedText(
        "A pin that is not the Base64 of a SHA-256 digest was left out.",
        ja: "SHA-256 ダイジェストの Base64 ではないピンを省きました。")
    case .expiryLost:
      LocalizedText(
        "The target knows no expiry; the pins hold until the document is changed.",
        ja: "変換先には有効期限がなく、文書を変更するまでピンが有効です。")
    case .expiryUnpins:
      LocalizedText(
        "From the date on, the pins have no effect there, without a word.",
        ja: "期限を過ぎると、通知なくピンが無効になります。")
    case .expiryRefuses:
      LocalizedText(
        "From the date on every connection is refused, where the source stops pinning.",
        ja: "変換元では期限後にピンが無効になりますが、ここでは期限後にすべての接続が拒否されます。")
    default: others(kind)
    }
  }

  private static func others(_ kind: Kind) -> LocalizedText {
    switch kind {
    case .reportsLost:
      LocalizedText("Addresses for reports cannot be expressed.", ja: "報告の送信先は表現できません。")
    case .reportsToMaker:
      LocalizedText(
        "Unless told otherwise, TrustKit reports failures to its maker.",
        ja: "明示的に無効にしない限り、TrustKit は失敗を開発元にも報告します。")
    case .reportOnlyLeftOut:
      LocalizedText(
        "The target cannot only report; the entry was left out so that nothing new is refused.",
        ja: "変換先では報告のみの設定ができません。新たな拒否が生じないよう、項目を省きました。")
    case .exemptionLost:
      LocalizedText(
        "The target cannot shield hosts from the pins of a wider entry; these are pinned now.",
        ja: "変換先では上位の項目からの除外ができないため、これらのホストもピン留めされます。")
    case .refusesEverything:
      LocalizedText(
        "The entry has a list without a usable pin and refuses every connection.",
        ja: "使用できるピンがない一覧があり、すべての接続が拒否されます。")
    case .anchors:
      LocalizedText(
        "The source changes which roots are trusted, or lets some pass without a pin; that is not carried over.",
        ja: "変換元には、信頼するルートの変更またはピンを免除するルートの設定がありますが、引き継がれません。")
    case .otherSettings:
      LocalizedText("Settings that are not about pins were left out.", ja: "ピン以外の設定を省きました。")
    case .perTransfer:
      LocalizedText(
        "curl pins a transfer and not a host: a redirect is compared with the same pins.",
        ja: "curl のピンはホストではなく転送ごとに適用され、リダイレクト先も同じピンと照合されます。")
    case .addressNotPinned:
      LocalizedText("The target does not pin addresses.", ja: "変換先ではアドレスをピン留めできません。")
    default: LocalizedText("The two formats differ.", ja: "形式に違いがあります。")
    }
  }
}
