package import OmamoriCore

/// A rule for the security header fields of a response.
///
/// Fields that browsers have given up (`X-XSS-Protection`, `Public-Key-Pins`, `Expect-CT`) are no rule's subject. The
/// raw value is a stable identifier for reports.
@nonexhaustive
package enum HeaderRule: String, Sendable, Hashable, CaseIterable {
  /// No `Strict-Transport-Security` (RFC 6797).
  case transportSecurityMissing = "hsts-missing"
  /// `Strict-Transport-Security` is malformed, so that browsers drop it.
  case transportSecurityMalformed = "hsts-malformed"
  /// There are several `Strict-Transport-Security`; browsers take the first.
  case transportSecurityRepeated = "hsts-repeated"
  /// `max-age=0` switches the protection off.
  case transportSecurityDisabled = "hsts-disabled"
  /// `max-age` is less than half a year.
  case transportSecurityShort = "hsts-short"
  /// `includeSubDomains` is not there.
  case transportSecurityWithoutSubdomains = "hsts-without-subdomains"
  /// No `X-Content-Type-Options` (WHATWG Fetch).
  case sniffingAllowed = "nosniff-missing"
  /// `X-Content-Type-Options` is something other than `nosniff`.
  case sniffingOptionWrong = "nosniff-wrong"
  /// No `Content-Security-Policy` (W3C CSP 3).
  case contentPolicyMissing = "csp-missing"
  /// The content policy has neither `default-src` nor `script-src`.
  case contentPolicyOpen = "csp-open"
  /// The content policy lets anybody show the response in a frame.
  case contentPolicyFramable = "csp-framable"
  /// The content policy allows scripts in the page's text.
  case contentPolicyInline = "csp-unsafe-inline"
  /// The content policy allows text to be run as a script.
  case contentPolicyEval = "csp-unsafe-eval"
  /// The content policy allows scripts from everywhere.
  case contentPolicyAnySource = "csp-any-source"
  /// No `Cache-Control: no-store` (RFC 9111).
  case cacheable = "cache-stored"
  /// No `Referrer-Policy`, or none that browsers know, so that they take their default.
  case referrerMissing = "referrer-missing"
  /// `Referrer-Policy` gives whole URLs to other origins.
  case referrerLeaks = "referrer-leaks"
  /// Every origin may read the response.
  case anyOrigin = "cors-any"
  /// Every origin may read the response, and with the user's credentials.
  case anyOriginWithCredentials = "cors-any-with-credentials"
  /// The origin `null`, which any page can have, may read the response.
  case nullOrigin = "cors-null"
  /// `Access-Control-Allow-Origin` has several values; browsers drop it.
  case originMalformed = "cors-malformed"
  /// A cookie goes over plain HTTP, too.
  case cookieNotSecure = "cookie-not-secure"
  /// Scripts can read a cookie.
  case cookieNotHTTPOnly = "cookie-not-http-only"
  /// A cookie does not say to which sites it goes.
  case cookieWithoutSameSite = "cookie-without-same-site"
  /// A cookie goes to every site and is not secure; browsers drop it.
  case cookieSameSiteNone = "cookie-same-site-none"
  /// A cookie breaks the promise of its prefix, `__Secure-` or `__Host-`; browsers drop it.
  case cookiePrefixBroken = "cookie-prefix"
  /// A cookie is malformed.
  case cookieMalformed = "cookie-malformed"
  /// `Server` says a version.
  case serverVersion = "server-version"
  /// `X-Powered-By` or the like says what the server runs.
  case poweredBy = "powered-by"
}

extension HeaderRule {
  /// What is wrong, as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .transportSecurityMissing:
      LocalizedText(
        "Strict-Transport-Security is missing.", ja: "Strict-Transport-Security がありません。")
    case .transportSecurityMalformed:
      LocalizedText(
        "Strict-Transport-Security is malformed, so browsers ignore it.",
        ja: "Strict-Transport-Security の形式が正しくないため、ブラウザーに無視されます。")
    case .transportSecurityRepeated:
      LocalizedText(
        "Strict-Transport-Security is sent more than once; only the first counts.",
        ja: "Strict-Transport-Security が複数あります。有効なのは最初の一つだけです。")
    case .transportSecurityDisabled:
      LocalizedText(
        "Strict-Transport-Security has max-age=0, which switches it off.",
        ja: "Strict-Transport-Security が max-age=0 のため、無効化されています。")
    case .transportSecurityShort:
      LocalizedText(
        "Strict-Transport-Security lasts for less than half a year.",
        ja: "Strict-Transport-Security の期間が半年未満です。")
    case .transportSecurityWithoutSubdomains:
      LocalizedText(
        "Strict-Transport-Security leaves out subdomains.",
        ja: "Strict-Transport-Security がサブドメインを含んでいません。")
    case .sniffingAllowed:
      LocalizedText("X-Content-Type-Options is missing.", ja: "X-Content-Type-Options がありません。")
    case .sniffingOptionWrong:
      LocalizedText(
        "X-Content-Type-Options is not nosniff.", ja: "X-Content-Type-Options が nosniff ではありません。")
    case .contentPolicyMissing:
      LocalizedText("Content-Security-Policy is missing.", ja: "Content-Security-Policy がありません。")
    case .contentPolicyOpen:
      LocalizedText(
        "Content-Security-Policy has neither default-src nor script-src.",
        ja: "Content-Security-Policy に default-src も script-src もありません。")
    case .contentPolicyFramable:
      LocalizedText(
        "Any site may show the response in a frame.", ja: "あらゆるサイトが応答をフレームに表示できます。")
    case .contentPolicyInline:
      LocalizedText(
        "Content-Security-Policy allows inline scripts.",
        ja: "Content-Security-Policy がインラインスクリプトを許可しています。")
    case .contentPolicyEval:
      LocalizedText("Content-Security-Policy allows eval.", ja: "Content-Security-Policy が eval を許可しています。")
    case .contentPolicyAnySource:
      LocalizedText(
        "Content-Security-Policy allows scripts from anywhere.",
        ja: "Content-Security-Policy が任意の場所のスクリプトを許可しています。")
    case .cacheable:
      LocalizedText(
        "Cache-Control does not say no-store.", ja: "Cache-Control に no-store が指定されていません。")
    case .referrerMissing:
      LocalizedText(
        "Referrer-Policy is missing, or has no value that browsers know.",
        ja: "Referrer-Policy がないか、ブラウザーが認識できる値がありません。")
    case .referrerLeaks:
      LocalizedText(
        "Referrer-Policy gives whole URLs to other sites.", ja: "Referrer-Policy が他のサイトに URL 全体を渡します。")
    case .anyOrigin:
      LocalizedText(
        "Pages of any origin may read the response.", ja: "あらゆるオリジンのページが応答を読み取れます。")
    case .anyOriginWithCredentials:
      LocalizedText(
        "Pages of any origin are offered the response with the user's credentials.",
        ja: "あらゆるオリジンのページに、利用者の資格情報付きで応答が許可されています。")
    case .nullOrigin:
      LocalizedText(
        "The origin null, which any page can take, may read the response.",
        ja: "どのページでも名乗れるオリジン null が応答を読み取れます。")
    case .originMalformed:
      LocalizedText(
        "Access-Control-Allow-Origin has several values, so browsers ignore it.",
        ja: "Access-Control-Allow-Origin に複数の値があるため、ブラウザーに無視されます。")
    case .cookieNotSecure:
      LocalizedText("The attribute Secure is missing.", ja: "Secure 属性がありません。")
    case .cookieNotHTTPOnly:
      LocalizedText(
        "The attribute HttpOnly is missing, so scripts can read it.",
        ja: "HttpOnly 属性がないため、スクリプトから読み取れます。")
    case .cookieWithoutSameSite:
      LocalizedText("The attribute SameSite is missing or unknown.", ja: "SameSite 属性がないか、不明な値です。")
    case .cookieSameSiteNone:
      LocalizedText(
        "SameSite=None without Secure; browsers drop it.", ja: "Secure のない SameSite=None のため、ブラウザーに破棄されます。")
    case .cookiePrefixBroken:
      LocalizedText(
        "The name's prefix asks for attributes that are missing; browsers drop it.",
        ja: "名前の接頭辞が求める属性がないため、ブラウザーに破棄されます。")
    case .cookieMalformed: LocalizedText("The cookie is malformed.", ja: "Cookie の形式が正しくありません。")
    case .serverVersion:
      LocalizedText("Server tells the version of the software.", ja: "Server がソフトウェアのバージョンを公開しています。")
    case .poweredBy:
      LocalizedText(
        "X-Powered-By or a field like it tells what the server runs.",
        ja: "X-Powered-By などが、サーバーの使用技術を公開しています。")
    }
  }

  /// What to do about it, as a sentence.
  package var recovery: LocalizedText {
    switch self {
    case .transportSecurityMissing, .transportSecurityMalformed, .transportSecurityRepeated,
      .transportSecurityDisabled, .transportSecurityShort, .transportSecurityWithoutSubdomains:
      LocalizedText(
        "Send once: Strict-Transport-Security: max-age=31536000; includeSubDomains",
        ja: "次を一度だけ送信してください。Strict-Transport-Security: max-age=31536000; includeSubDomains")
    case .sniffingAllowed, .sniffingOptionWrong:
      LocalizedText(
        "Send: X-Content-Type-Options: nosniff", ja: "次を送信してください。X-Content-Type-Options: nosniff")
    case .contentPolicyMissing, .contentPolicyOpen, .contentPolicyFramable:
      LocalizedText(
        "Send: Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        ja: "次を送信してください。Content-Security-Policy: default-src 'none'; frame-ancestors 'none'")
    case .contentPolicyInline, .contentPolicyEval, .contentPolicyAnySource:
      LocalizedText(
        "Name the scripts of a page by a nonce or a hash.", ja: "ページのスクリプトを nonce またはハッシュで指定してください。")
    case .cacheable:
      LocalizedText("Send: Cache-Control: no-store", ja: "次を送信してください。Cache-Control: no-store")
    case .referrerMissing, .referrerLeaks:
      LocalizedText("Send: Referrer-Policy: no-referrer", ja: "次を送信してください。Referrer-Policy: no-referrer")
    case .anyOrigin, .anyOriginWithCredentials, .nullOrigin, .originMalformed:
      LocalizedText(
        "Name the one origin that may read the response, or none.",
        ja: "応答の読み取りを許可するオリジンを一つだけ指定するか、指定しないでください。")
    case .cookieNotSecure, .cookieNotHTTPOnly, .cookieWithoutSameSite, .cookieSameSiteNone,
      .cookiePrefixBroken, .cookieMalformed:
      LocalizedText(
        "Set cookies with Path=/; Secure; HttpOnly; SameSite=Strict.",
        ja: "Cookie に Path=/; Secure; HttpOnly; SameSite=Strict を指定してください。")
    case .serverVersion, .poweredBy:
      LocalizedText("Remove the version and the field on the server.", ja: "サーバーで、バージョンやフィールドを削除してください。")
    }
  }
}
