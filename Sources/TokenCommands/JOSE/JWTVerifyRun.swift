import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

/// One run of `omamori jwt verify`.
struct JWTVerifyRun {
  private let arguments: Arguments
  private let handles: JWTVerifyHandles
  private let path: String?
  private let isJSON: Bool
  private let issuers: [String]
  private let audiences: [String]
  /// Where the keys are: once for all issuers, or once for each of them.
  private let sources: [VerificationKeys.Source]

  init(_ arguments: Arguments, _ handles: JWTVerifyHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    (path, isJSON) = (try arguments[handles.file]?.string, try arguments[handles.json])
    (issuers, audiences) = (try arguments[handles.issuers], try arguments[handles.audiences])
    guard !issuers.contains("") else { throw AuthError.configuration(.noIssuer) }
    guard Set(issuers.map { Array($0.utf8) }).count == issuers.count else { throw CryptoFault.issuerTwice }
    guard !audiences.contains("") else { throw AuthError.configuration(.noAudience) }
    guard try !arguments[handles.algorithms].isEmpty else { throw CryptoFault.noSignatureAlgorithm }
    sources = try handles.keys.sources(arguments)
    guard sources.count == 1 || sources.count == issuers.count else { throw CryptoFault.keysPerIssuer }
    try arguments.shareStandardInput(
      path == nil || path == "-", try handles.keys.usesStandardInput(arguments))
  }

  /// Verifies the token and shows it, or says why it is refused.
  func run() async throws -> ExitCode {
    let text = try await TokenInput.read(path, arguments.reportLanguage)
    let token: UnverifiedToken
    do throws(AuthError) {
      token = try UnverifiedToken(text)
    } catch {
      throw CryptoFault.notAToken(path ?? "-", error)
    }
    let verifier = try await verifier(for: token)
    let (subject, nonce) = (try arguments[handles.subject], try arguments[handles.nonce])
    let verified: VerifiedToken<EveryClaim>
    do throws(AuthError) {
      verified = try await verifier.verify(token, as: EveryClaim.self)
      try demand(.subject, subject, of: verified.claims)
      try demand(.nonce, nonce, of: verified.claims)
    } catch {
      return try TokenRefusal(error).show(arguments, asJSON: isJSON)
    }
    try show(verified)
    return .success
  }

  private func verifier(for token: UnverifiedToken) async throws -> TokenVerifier {
    var rules = TokenRules()
    rules.leeway = .seconds(try arguments[handles.leeway])
    if let type = try arguments[handles.type] { rules.kind = .named(type) }
    // What the token claims only chooses what is demanded of it: an issuer is never verified with the keys of another.
    let claims = Self.claims(of: token)
    let place = issuers.firstIndex { $0.isSame(as: claims?["iss"]) } ?? 0
    let audience = audiences.first { audience in
      let named = claims?["aud"]?.arrayValue ?? [claims?["aud"] ?? .null]
      return named.contains { audience.isSame(as: $0) }
    }
    let keys = try await handles.keys.keys(of: sources.count == 1 ? sources[0] : sources[place], arguments)
    return try TokenVerifier(
      issuer: issuers[place], audience: audience ?? audiences[0],
      algorithms: Set(try arguments[handles.algorithms]), keys: keys, rules: rules)
  }

  /// What a token claims, verified by nobody; `nil` where it claims nothing that can be read.
  private static func claims(of token: UnverifiedToken) -> JSONValue? {
    // because a token without claims is refused by the verifier, which says why
    guard let content = try? token.contentForDisplay() else { return nil }
    return try? StrictJSON.parse(content, limits: JSONLimits(depth: 16, size: content.count, values: 8192))
  }

  /// Refuses claims of which one is not what the command line says.
  private func demand(_ claim: TokenClaim, _ value: String?, of claims: EveryClaim) throws(AuthError) {
    guard let value else { return }
    let found = try claims.set.required(claim.rawValue, try claims.set.text(claim.rawValue))
    guard found.utf8.elementsEqual(value.utf8) else { throw .token(.claimMismatch(claim)) }
  }

  private func show(_ token: VerifiedToken<EveryClaim>) throws {
    let text = TokenText(header: token.header.members, claims: token.claims.set.members, now: Date())
    guard isJSON else {
      let mark = LocalizedText(
        "VERIFIED: \(token.algorithm.rawValue), key \(token.key.thumbprint)",
        ja: "検証済み: \(token.algorithm.rawValue)、鍵 \(token.key.thumbprint)")
      // The thumbprint of a secret is not for others to see.
      let secret = LocalizedText(
        "VERIFIED: \(token.algorithm.rawValue)", ja: "検証済み: \(token.algorithm.rawValue)")
      let line = (token.key.kind == .secret ? secret : mark)[arguments.reportLanguage]
      return try arguments.output.write(line + "\n" + text.lines(arguments.reportLanguage))
    }
    var object: JSONObject = ["verified": true, "algorithm": .string(token.algorithm.rawValue)]
    if token.key.kind != .secret { object["keyThumbprint"] = .string(token.key.thumbprint) }
    text.add(to: &object)
    try arguments.output.write(TerminalJSON.text(.object(object), .pretty) + "\n")
  }
}

/// All claims of a verified token.
struct EveryClaim: TokenClaims {
  let set: ClaimSet

  init(_ claims: ClaimSet) { set = claims }
}

extension String {
  /// Whether a value is a text of the same bytes.
  fileprivate func isSame(as value: JSONValue?) -> Bool {
    value?.stringValue.map { $0.utf8.elementsEqual(utf8) } ?? false
  }
}

extension CryptoFault {
  fileprivate static let issuerTwice = usage(
    HelpText("an issuer is given twice", ja: "同じ発行者が 2 回指定されています"),
    hint: HelpText(
      "give each --issuer once; put its keys into one set: 'omamori jwk public --set'",
      ja: "--issuer は発行者ごとに 1 回指定し、鍵は 'omamori jwk public --set' で 1 つの鍵セットにまとめてください"))

  fileprivate static let keysPerIssuer = usage(
    HelpText("the keys do not go with the issuers", ja: "鍵の指定と発行者の数が一致しません"),
    hint: HelpText(
      "give keys once for all issuers, or once for each --issuer in the same order",
      ja: "鍵は全発行者に共通のものを 1 回、または --issuer と同じ順序で発行者ごとに指定してください"))

  /// Nothing says which signatures are taken.
  static let noSignatureAlgorithm = usage(
    HelpText("no algorithm is given", ja: "アルゴリズムが指定されていません"),
    hint: HelpText(
      "say with --algorithm what the issuer signs with, such as ES256",
      ja: "発行者の署名アルゴリズム（例: ES256）を --algorithm で指定してください"))
}
