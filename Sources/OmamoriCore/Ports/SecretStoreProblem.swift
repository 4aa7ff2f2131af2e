/// Why a ``SecretStore`` could not answer; absence is an answer and not among these.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum SecretStoreProblem: Sendable, Hashable, CaseIterable {
  /// The store is locked until the device or its owner unlocks it.
  case locked
  /// The caller may not use the secret.
  case denied
  /// The person cancelled the request.
  case cancelled
  /// The secret was bound to something that changed, such as the enrolled fingerprints.
  case invalidated
  /// What is stored is damaged.
  case corrupt
  /// The store cannot be reached.
  case unavailable

  /// The problem as the end of the sentence "the secret store could not answer: …".
  public var explanation: LocalizedText {
    switch self {
    case .locked: LocalizedText("it is locked", ja: "ロックされています")
    case .denied: LocalizedText("access was denied", ja: "アクセスが拒否されました")
    case .cancelled: LocalizedText("the request was cancelled", ja: "要求が取り消されました")
    case .invalidated: LocalizedText("the secret is no longer valid", ja: "シークレットが無効になっています")
    case .corrupt: LocalizedText("the stored data is damaged", ja: "保存されたデータが壊れています")
    case .unavailable: LocalizedText("it cannot be reached", ja: "接続できません")
    }
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText {
    switch self {
    case .locked:
      LocalizedText("Unlock the device or the store and try again.", ja: "ロックを解除してから再試行してください。")
    case .denied:
      LocalizedText("Check who may use the secret.", ja: "シークレットの利用権限を確認してください。")
    case .cancelled: LocalizedText("Ask again when the person is ready.", ja: "準備ができたら再度要求してください。")
    case .invalidated:
      LocalizedText("Have the person sign in and store it anew.", ja: "サインインし直して、新しく保存してください。")
    case .corrupt:
      LocalizedText("Restore it from a backup; do not overwrite it.", ja: "上書きせず、バックアップから復元してください。")
    case .unavailable:
      LocalizedText("Check that the store exists and is running.", ja: "ストアが存在し、動作しているか確認してください。")
    }
  }
}
