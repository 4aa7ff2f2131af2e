public import OmamoriCore

/// A setting of App Transport Security that a policy of this client states in another way, or not at all.
///
/// A value; safe to share between threads.
public struct ATSPolicyNote: Sendable, Hashable {
  /// What is different; the raw value is stable.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The settings allow plain HTTP; this client refuses it.
    case plainHTTPRefused = "plain-http-refused"
    /// The settings accept TLS older than 1.2; this client does not.
    case oldTLSRefused = "old-tls-refused"
    /// The settings accept suites without forward secrecy; this client does not.
    case forwardSecrecyKept = "forward-secrecy-kept"
    /// The settings switch the protection off for hosts that are not named; this client keeps it.
    case arbitraryLoadsRefused = "arbitrary-loads-refused"
    /// The entry is for a range of addresses, which a rule cannot state; the policy's own minimums hold there.
    case addressRange = "address-range"
    /// The entry's name can never be that of a host, so nothing reads it.
    case unreadableName = "unreadable-name"
    /// The settings ask for the stricter package of TLS, which a policy can state only as TLS 1.3.
    case strictPackage = "strict-package"
    /// A pin has no use.
    case pinIgnored = "pin-ignored"
  }

  /// What is different.
  public let kind: Kind
  /// The key of the entry, or `nil` for the whole.
  public let key: String?

  /// The difference as a sentence.
  public var message: LocalizedText {
    switch kind {
    case .plainHTTPRefused:
      LocalizedText(
        "Plain HTTP is allowed by the settings and refused by this client.",
        ja: "設定では平文HTTPが許可されていますが、このクライアントは拒否します。")
    case .oldTLSRefused:
      LocalizedText(
        "TLS 1.0 or 1.1 is accepted by the settings; this client needs TLS 1.2.",
        ja: "設定ではTLS 1.0または1.1が許可されていますが、このクライアントはTLS 1.2以上を必要とします。")
    case .forwardSecrecyKept:
      LocalizedText(
        "Suites without forward secrecy are accepted by the settings and refused by this client.",
        ja: "設定では前方秘匿性のない暗号スイートが許可されていますが、このクライアントは拒否します。")
    case .arbitraryLoadsRefused:
      LocalizedText(
        "The settings switch the protection off for hosts without an entry; this client keeps it.",
        ja: "設定では項目のないホストの保護が無効ですが、このクライアントは保護を維持します。")
    case .addressRange:
      LocalizedText(
        "A rule cannot be for a range of addresses; the common minimums hold there.",
        ja: "アドレス範囲の規則は作成できないため、共通の最低要件が適用されます。")
    case .unreadableName:
      LocalizedText(
        "The name can never be that of a host and is left out.", ja: "ホスト名として一致し得ない名前のため、省きました。")
    case .strictPackage:
      LocalizedText(
        "The stricter package of TLS is stated as TLS 1.3, which is at least as strict.",
        ja: "より厳格なTLSパッケージは、同等以上に厳格なTLS 1.3として扱います。")
    case .pinIgnored:
      LocalizedText(
        "A pin that is not the Base64 of a SHA-256 digest has no effect.",
        ja: "SHA-256ダイジェストのBase64ではないピンは無効です。")
    }
  }
}
