import OmamoriCore

/// The error codes of OAuth 2.0 and OpenID Connect that a server can answer with.
///
/// The codes of RFC 6749, 6750, 7009, 8628, 8707, 9449, 9470 and OpenID Connect Core. A code that is none of them becomes
/// ``other``: its text came from outside and is not kept.
@nonexhaustive
public enum ServerErrorCode: String, Sendable, Hashable, CaseIterable {
  /// `invalid_request`.
  case invalidRequest = "invalid_request"
  /// `invalid_client`.
  case invalidClient = "invalid_client"
  /// `invalid_grant`.
  case invalidGrant = "invalid_grant"
  /// `unauthorized_client`.
  case unauthorizedClient = "unauthorized_client"
  /// `unsupported_grant_type`.
  case unsupportedGrantType = "unsupported_grant_type"
  /// `invalid_scope`.
  case invalidScope = "invalid_scope"
  /// `access_denied`.
  case accessDenied = "access_denied"
  /// `unsupported_response_type`.
  case unsupportedResponseType = "unsupported_response_type"
  /// `server_error`.
  case serverError = "server_error"
  /// `temporarily_unavailable`.
  case temporarilyUnavailable = "temporarily_unavailable"
  /// `interaction_required`.
  case interactionRequired = "interaction_required"
  /// `login_required`.
  case loginRequired = "login_required"
  /// `account_selection_required`.
  case accountSelectionRequired = "account_selection_required"
  /// `consent_required`.
  case consentRequired = "consent_required"
  /// `invalid_request_uri`.
  case invalidRequestURI = "invalid_request_uri"
  /// `invalid_request_object`.
  case invalidRequestObject = "invalid_request_object"
  /// `request_not_supported`.
  case requestNotSupported = "request_not_supported"
  /// `request_uri_not_supported`.
  case requestURINotSupported = "request_uri_not_supported"
  /// `registration_not_supported`.
  case registrationNotSupported = "registration_not_supported"
  /// `authorization_pending`.
  case authorizationPending = "authorization_pending"
  /// `slow_down`.
  case slowDown = "slow_down"
  /// `expired_token`.
  case expiredToken = "expired_token"
  /// `invalid_token`.
  case invalidToken = "invalid_token"
  /// `insufficient_scope`.
  case insufficientScope = "insufficient_scope"
  /// `use_dpop_nonce`.
  case useDPoPNonce = "use_dpop_nonce"
  /// `invalid_dpop_proof`.
  case invalidDPoPProof = "invalid_dpop_proof"
  /// `unsupported_token_type`.
  case unsupportedTokenType = "unsupported_token_type"
  /// `invalid_target`.
  case invalidTarget = "invalid_target"
  /// `unmet_authentication_requirements`.
  case unmetAuthenticationRequirements = "unmet_authentication_requirements"
  /// `insufficient_user_authentication`.
  case insufficientUserAuthentication = "insufficient_user_authentication"
  /// A code that is not known here, or none.
  case other = ""

  /// Reads a code.
  public init(code: String) { self = ServerErrorCode(rawValue: code) ?? .other }
}

extension ServerErrorCode {
  var recovery: LocalizedText {
    switch self {
    case .accessDenied, .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired,
      .invalidGrant, .expiredToken, .invalidToken, .insufficientUserAuthentication,
      .unmetAuthenticationRequirements:
      LocalizedText("Log in again.", ja: "もう一度サインインしてください。")
    case .serverError, .temporarilyUnavailable, .slowDown, .authorizationPending:
      LocalizedText("Try again later.", ja: "しばらくしてから再試行してください。")
    case .insufficientScope, .invalidScope, .invalidTarget:
      LocalizedText(
        "Ask for a scope that the server gives to this client.",
        ja: "サーバーがこのクライアントに許可するスコープを要求してください。")
    default:
      LocalizedText(
        "Compare the client's registration at the server with its settings.",
        ja: "サーバーでのクライアントの登録内容と設定を照合してください。")
    }
  }
}

extension AuthError {
  /// What an answer that is no success says (RFC 6749 §5.2); its description is not read, it came from outside.
  init(refusal answer: HTTPAnswer) {
    let limits = JSONLimits(depth: 16, size: 64 << 10, values: 2000)
    guard let object = (try? StrictJSON.parse(answer.body, limits: limits))?.objectValue,
      let code = object["error"]?.stringValue
    else {
      self = .response(.status(answer.status))
      return
    }
    self = .server(ServerErrorCode(code: code), status: answer.status)
  }
}
