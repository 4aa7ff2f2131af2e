#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth
import OmamoriCore

/// One run of `omamori jwt verify`.
struct JWTVerifyRun {
  private let arguments: Arguments
  private let handles: JWTVerifyHandles
  private let path: String?
  private let isJSON: Bool

  init(_ arguments: Arguments, _ handles: JWTVerifyHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    (path, isJSON) = (try arguments[handles.file]?.string, try arguments[handles.json])
    try arguments.shareStandardInput(
      path == nil || path == "-", try handles.keys.usesStandardInput(arguments))
    guard try !arguments[handles.algorithms].isEmpty else {
      throw CryptoFault.usage(
        HelpText("no algorithm is given", ja: "アルゴリズムが指定されていません"),
        hint: HelpText(
          "say with --algorithm what the issuer signs with, such as ES256",
          ja: "発行者の署名アルゴリズム（例: ES256）を --algorithm で指定してください"))
    }
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
      return try refuse(error)
    }
    try show(verified)
    return .success
  }

  private func verifier(for token: UnverifiedToken) async throws -> TokenVerifier {
    var rules = TokenRules()
    rules.leeway = .seconds(try arguments[handles.leeway])
    if let type = try arguments[handles.type] { rules.kind = .named(type) }
    let keys = try await handles.keys.keys(arguments, for: token.header.keyIdentifier)
    return try TokenVerifier(
      issuer: try arguments[handles.issuer], audience: try arguments[handles.audience],
      algorithms: Set(try arguments[handles.algorithms]), keys: keys, rules: rules)
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

  private func refuse(_ error: AuthError) throws -> ExitCode {
    let refusal = CryptoFault(.findings, error.message, hint: error.hint)
    switch error {
    case .token(let fault):
      guard isJSON else { throw refusal }
      try refuse(fault.code, error)
    case .key:
      guard isJSON else { throw refusal }
      try refuse("keyNotForThis", error)
    default: throw error
    }
    return .findings
  }

  private func refuse(_ code: String, _ error: AuthError) throws {
    let object: JSONValue = [
      "verified": false, "reason": .string(code), "message": .string(error.explanation.english),
    ]
    try arguments.output.write(object.text(.pretty) + "\n")
  }
}

/// All claims of a verified token.
struct EveryClaim: TokenClaims {
  let set: ClaimSet

  init(_ claims: ClaimSet) { set = claims }
}

extension TokenFault {
  /// The reason as programs read it; these words stay.
  fileprivate var code: String {
    switch self {
    case .malformed: "malformed"
    case .tooLarge: "tooLarge"
    case .algorithmNotAllowed: "algorithmNotAllowed"
    case .criticalHeader: "criticalHeader"
    case .noKey: "noKey"
    case .signatureInvalid: "signatureInvalid"
    case .decryptionFailed: "decryptionFailed"
    case .claimMissing(let claim): "claimMissing:\(claim.name)"
    case .claimMalformed(let claim): "claimMalformed:\(claim.name)"
    case .claimMismatch(let claim): "claimMismatch:\(claim.name)"
    case .expired: "expired"
    case .notYetValid: "notYetValid"
    case .tooOld: "tooOld"
    case .wrongType: "wrongType"
    case .replayed: "replayed"
    }
  }
}
#endif
