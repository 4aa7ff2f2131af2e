import OmamoriCore
import OmamoriTransport

@testable import OmamoriAuth

/// Callback URLs, challenges and redirect URIs are read without harm, and only the state that was sent lets a code out.
///
/// The first byte chooses the reader; `@` in the rest of a callback stands for the state of the login.
func fuzzLoginCallback(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  switch choice % 3 {
  case 0: fuzzCallback(text, demandsIssuer: choice & 0x80 != 0)
  case 1: fuzzChallenge(Array(bytes.dropFirst()))
  default: fuzzRedirect(text)
  }
}

private func fuzzCallback(_ text: String, demandsIssuer: Bool) {
  guard let issuer = try? Issuer("https://as.example"), let redirect = try? RedirectURI("com.example.app:/cb")
  else {
    return
  }
  var metadata = ServerMetadata(issuer: issuer)
  (metadata.statesProofKey, metadata.statesIssuerInCallback) = (true, demandsIssuer)
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let request = AuthorizationRequest(redirectURI: redirect)
  guard
    let login = try? PendingAuthorization(
      request, at: metadata, clientIdentifier: "app", keyThumbprint: nil, randomness: SystemRandomness(),
      now: now)
  else { return }
  let callback = text.replacing("@", with: login.state.reveal())
  switch login.judge(SecretText(copying: callback), at: now) {
  case .foreign: break
  case .failed: expect(text.contains("@"), "only a callback with the state ends a login")
  case .code(let code):
    expect(text.contains("@"), "only a callback with the state has a code")
    expect(!code.isEmpty && callback.hasPrefix("com.example.app:/cb?"), "a code came to the redirect URI")
    expect(!demandsIssuer || callback.contains("iss"), "an issuer that is demanded is there")
    expect(FormText.isVisible(code.reveal()), "a code can be sent")
  }
  let old = Date(timeIntervalSince1970: 1_900_000_000)
  if case .code = login.judge(SecretText(copying: callback), at: old) {
    expect(false, "an old login is over")
  }
}

private func fuzzChallenge(_ bytes: [UInt8]) {
  var fields = ResponseFields()
  for line in bytes.split(separator: 0x0A) { try? fields.append(Array("WWW-Authenticate:".utf8) + line) }
  let challenges = AuthenticationChallenge.read(fields)
  expect(challenges.count <= AuthenticationChallenge.greatestCount, "challenges have a bound")
  for challenge in challenges {
    expect(
      challenge.parameters.count <= AuthenticationChallenge.greatestParameterCount, "parameters have a bound")
  }
}

private func fuzzRedirect(_ text: String) {
  if let redirect = try? RedirectURI(text) {
    expect(redirect.description == text, "a redirect URI stays as it was written")
    expect(!text.contains("?") && !text.contains("#"), "it has neither query nor fragment")
    let rest = text[text.index(text.firstIndex(of: ":") ?? text.startIndex, offsetBy: 1)...]
    let authority = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { $0 != "/" } : ""
    expect(!authority.contains("@"), "it has no user name")
    expect(redirect.kind != .appScheme || redirect.scheme.contains("."), "a scheme is a domain turned round")
    if redirect.kind == .https { expect(redirect.webAddress != nil, "an address of the web has a host") }
  }
  if let issuer = try? Issuer(text) {
    expect(issuer.description == text, "an issuer stays as it was written")
  }
}
