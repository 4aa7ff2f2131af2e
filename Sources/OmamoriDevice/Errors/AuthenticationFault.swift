package import OmamoriCore

/// Why a way to ask the person cannot be set up.
@nonexhaustive
public enum AuthenticationFault: Sendable, Hashable {
  /// The name of the service is not one.
  case invalidService
  /// The name of the user is not one, or the process has no user.
  case invalidUser
  /// The folder with the services is not there, or others may write to it.
  case invalidFolder
  /// The PIN is empty or too long.
  case invalidPIN
  /// The secret is empty or too long to be sealed.
  case invalidSecret
  /// The bytes are no sealed secret.
  case invalidSealedSecret
  /// Nothing is enrolled.
  case notEnrolled
  /// The proof was wrong.
  case rejected
  /// Too many wrong proofs.
  case lockout
  /// The service cannot be reached.
  case notAvailable
}

extension AuthenticationFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .invalidService:
      LocalizedText(
        "The name of the service is not valid.",
        ja: "サービス名が正しくありません。")
    case .invalidUser:
      LocalizedText("The name of the user is not valid.", ja: "ユーザー名が正しくありません。")
    case .invalidFolder:
      LocalizedText(
        "The folder with the services is missing or not private.",
        ja: "サービスの設定フォルダがないか、保護されていません。")
    case .invalidPIN:
      LocalizedText("The PIN is empty or too long.", ja: "PIN が空か、長すぎます。")
    case .invalidSecret:
      LocalizedText(
        "The secret is empty or too long to be sealed.", ja: "秘密の値が空か、封印できる長さを超えています。")
    case .invalidSealedSecret:
      LocalizedText("The bytes are not a sealed secret.", ja: "封印された秘密のデータではありません。")
    case .notEnrolled:
      LocalizedText(
        "Nothing is enrolled for this person.",
        ja: "登録された認証情報がありません。")
    case .rejected:
      LocalizedText("The proof was wrong.", ja: "認証に失敗しました。")
    case .lockout:
      LocalizedText(
        "There were too many wrong tries.",
        ja: "試行回数の上限を超えました。")
    case .notAvailable:
      LocalizedText(
        "The service that would ask is not available.",
        ja: "認証サービスを利用できません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .invalidService:
      LocalizedText(
        "Use letters, digits, dots, hyphens and underscores.",
        ja: "英数字、ドット、ハイフン、アンダースコアで指定してください。")
    case .invalidUser:
      LocalizedText("Name a user of this machine.", ja: "このマシンのユーザーを指定してください。")
    case .invalidFolder:
      LocalizedText(
        "Give an absolute path to a folder that only its owner may write to.",
        ja: "所有者だけが書き込めるフォルダを絶対パスで指定してください。")
    case .invalidPIN:
      LocalizedText("Choose a PIN of 1 to 1,024 bytes.", ja: "1〜1,024 バイトの PIN を指定してください。")
    case .invalidSecret:
      LocalizedText(
        "Seal a key of 1 to 128 bytes, and encrypt the rest with it.",
        ja: "1〜128 バイトの鍵を封印し、残りのデータはその鍵で暗号化してください。")
    case .invalidSealedSecret:
      LocalizedText("Seal the secret again.", ja: "秘密をもう一度封印してください。")
    case .notEnrolled:
      LocalizedText("Enrol first.", ja: "先に登録してください。")
    case .rejected:
      LocalizedText("Try again.", ja: "もう一度お試しください。")
    case .lockout:
      LocalizedText(
        "Wait, or have the administrator unlock it.",
        ja: "時間をおくか、管理者に解除を依頼してください。")
    case .notAvailable:
      LocalizedText(
        "Check that it is installed and running.",
        ja: "インストールと起動状態を確認してください。")
    }
  }
}
