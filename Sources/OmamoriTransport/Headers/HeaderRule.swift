/// A rule for the security header fields of a response.
///
/// Fields that browsers have given up (`X-XSS-Protection`, `Public-Key-Pins`, `Expect-CT`) are no rule's subject. The
/// raw value is a stable identifier for reports. A value; safe to share between threads.
@nonexhaustive
public enum HeaderRule: String, Sendable, Hashable, CaseIterable {
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
