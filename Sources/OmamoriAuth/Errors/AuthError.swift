public import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain
public import OmamoriTransport

/// Why a token, a key or an answer was refused, or a login or a session cannot go on.
///
/// It holds codes, kinds and limits only, never a token, a code, a URL, a claim or a part of the refused input.
@nonexhaustive
public enum AuthError: OmamoriError {
  /// A token was refused.
  case token(TokenFault)
  /// A key or a key set was refused.
  case key(KeyFault)
  /// The settings contradict themselves or leave something out.
  case configuration(ConfigurationFault)
  /// The description that a server gives of itself was refused.
  case metadata(MetadataFault)
  /// What came back from the browser was refused.
  case callback(CallbackFault)
  /// The server refused the request; `status` is that of HTTP, where there was one.
  case server(ServerErrorCode, status: Int?)
  /// The server's answer cannot be used.
  case response(ResponseFault)
  /// The session cannot give a token.
  case session(SessionFault)
  /// A device's or an app's attestation was refused.
  case attestation(AttestationFault)
  /// The person was not authenticated.
  case person(AuthenticationOutcome)
  /// The shared database could not answer.
  case database(DatabaseFault)
  /// The connection failed, or the server was not the one that was asked for.
  case transport(TransportError)
  /// The keychain could not answer.
  case keychain(KeychainError)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a basic value cannot be read.
  case core(CoreError)
  /// The system refused a call, such as opening a port; `code` is its error number.
  case system(code: Int32)
  /// The platform has no such thing.
  case unsupported
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}

extension AuthError {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .token(let fault): Self.refused("The token is refused.", "トークンを拒否しました。", fault.explanation)
    case .key(let fault): Self.refused("The key is refused.", "鍵を拒否しました。", fault.explanation)
    case .configuration(let fault):
      Self.refused("The settings cannot be used.", "設定を使用できません。", fault.explanation)
    case .metadata(let fault):
      Self.refused(
        "The server's description of itself is refused.", "サーバーのメタデータを拒否しました。", fault.explanation)
    case .callback(let fault):
      Self.refused("The answer of the login is refused.", "サインインの応答を拒否しました。", fault.explanation)
    case .server(let code, let status): Self.server(code, status)
    case .response(let fault):
      Self.refused("The server's answer cannot be used.", "サーバーの応答を使用できません。", fault.explanation)
    case .session(let fault): fault.explanation
    case .attestation(let fault):
      Self.refused("The attestation is refused.", "アテステーションを拒否しました。", fault.explanation)
    case .person(let outcome): outcome.authExplanation
    case .database(let fault): fault.explanation
    case .transport(let error): error.explanation
    case .keychain(let error): error.explanation
    case .cryptography(let error): error.explanation
    case .core(let error): error.explanation
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
    case .unsupported: LocalizedText("This platform does not offer it.", ja: "このプラットフォームでは利用できません。")
    case .cancelled: LocalizedText("It was cancelled.", ja: "取り消されました。")
    case .timedOut: LocalizedText("It took too long.", ja: "時間切れになりました。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .token(let fault): fault.recovery
    case .key(let fault): fault.recovery
    case .configuration(let fault): fault.recovery
    case .metadata(let fault): fault.recovery
    case .callback(let fault): fault.recovery
    case .server(let code, _): code.recovery
    case .response(let fault): fault.recovery
    case .session(let fault): fault.recovery
    case .attestation(let fault): fault.recovery
    case .database(let fault): fault.recovery
    case .transport(let error): error.recovery
    case .keychain(let error): error.recovery
    case .cryptography(let error): error.recovery
    case .core(let error): error.recovery
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    case .unsupported:
      LocalizedText(
        "See Documentation/platforms.md for what each platform offers.",
        ja: "各プラットフォームの対応は、Documentation/platforms.md を参照してください。")
    case .person, .cancelled, .timedOut: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }

  private static func refused(_ english: String, _ japanese: String, _ why: LocalizedText) -> LocalizedText {
    LocalizedText(english + " " + why.english, ja: japanese + why.japanese)
  }

  private static func server(_ code: ServerErrorCode, _ status: Int?) -> LocalizedText {
    let name = code == .other ? "an unknown error" : code.rawValue
    let japanese = code == .other ? "不明なエラー" : code.rawValue
    let shown = status.map { " (HTTP \($0))" } ?? ""
    return LocalizedText(
      "The server refused the request with \(name)\(shown).",
      ja: "サーバーが要求を拒否しました：\(japanese)\(shown)。")
  }
}

extension AuthError: SystemCodeError {}

extension AuthenticationOutcome {
  /// What came of asking a person, as a sentence.
  var authExplanation: LocalizedText {
    switch self {
    case .success: LocalizedText("The person was authenticated.", ja: "本人確認に成功しました。")
    case .failed: LocalizedText("The person was not recognised.", ja: "本人と確認できませんでした。")
    case .cancelled: LocalizedText("The person cancelled.", ja: "利用者が取り消しました。")
    case .fallback: LocalizedText("The person chose another way.", ja: "利用者が別の方法を選びました。")
    case .lockout: LocalizedText("There were too many failed attempts.", ja: "失敗が続いたため、ロックされています。")
    case .notEnrolled: LocalizedText("No biometrics are enrolled.", ja: "生体情報が登録されていません。")
    case .notAvailable: LocalizedText("Biometrics are not available.", ja: "生体認証を利用できません。")
    case .invalidated: LocalizedText("The enrolled biometrics have changed.", ja: "登録された生体情報が変更されました。")
    case .systemCancelled: LocalizedText("The system cancelled.", ja: "システムが取り消しました。")
    case .passcodeNotSet: LocalizedText("No passcode is set.", ja: "パスコードが設定されていません。")
    @unknown default: LocalizedText("The person was not authenticated.", ja: "本人確認ができませんでした。")
    }
  }
}

/// Why a person has to log in again.
@nonexhaustive
public enum ReauthenticationReason: Sendable, Hashable {
  /// The server no longer takes the refresh token.
  case refused
  /// A refresh was interrupted, and the server does not take the old refresh token any more.
  case refreshOutcomeUnknown
  /// The token has expired, and there is no refresh token.
  case noRefreshToken
  /// The server answered a refresh with a token for somebody else or another login, or one that does not hold.
  case invalidAnswer
  /// The key that the session is bound to is gone.
  case keyLost
}

extension ReauthenticationReason {
  var explanation: LocalizedText {
    switch self {
    case .refused:
      LocalizedText(
        "the server no longer takes the refresh token.",
        ja: "サーバーがリフレッシュトークンを受け付けません。")
    case .refreshOutcomeUnknown:
      LocalizedText(
        "a refresh was interrupted and its answer was lost.",
        ja: "更新が中断され、その応答が失われました。")
    case .noRefreshToken:
      LocalizedText(
        "the token has expired and there is no refresh token.",
        ja: "有効期限が切れ、リフレッシュトークンがありません。")
    case .invalidAnswer:
      LocalizedText(
        "the server's answer was not for this person, or not for this login.",
        ja: "サーバーの応答がこの利用者またはこのサインインのものではありません。")
    case .keyLost:
      LocalizedText(
        "the key of the session is gone.",
        ja: "セッションの鍵が失われました。")
    }
  }
}
