#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore

extension AuthenticationOutcome {
  /// What stands for the outcome in JSON.
  var name: String {
    switch self {
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .fallback: "fallback"
    case .lockout: "lockout"
    case .notEnrolled: "not-enrolled"
    case .notAvailable: "not-available"
    case .invalidated: "invalidated"
    case .systemCancelled: "system-cancelled"
    case .passcodeNotSet: "passcode-not-set"
    }
  }

  /// 0 for a success alone; somebody who could not be asked was not refused.
  var exitCode: ExitCode {
    switch self {
    case .success: .success
    case .cancelled, .systemCancelled: .interrupted
    case .notAvailable: .failure
    default: .findings
    }
  }

  /// What happened, as a sentence.
  var sentence: LocalizedText {
    switch self {
    case .success: LocalizedText("The person proved who they are.", ja: "本人確認に成功しました。")
    case .failed: LocalizedText("Refused: the proof was wrong.", ja: "拒否: 認証情報が正しくありません。")
    case .cancelled: LocalizedText("Cancelled.", ja: "取り消されました。")
    case .fallback:
      LocalizedText("Refused: the person asked for another way.", ja: "拒否: 別の認証方法が求められました。")
    case .lockout:
      LocalizedText("Refused: there were too many wrong tries.", ja: "拒否: 試行回数の上限を超えました。")
    case .notEnrolled:
      LocalizedText("Refused: nothing is enrolled for this person.", ja: "拒否: 認証情報が登録されていません。")
    case .notAvailable:
      LocalizedText(
        "Nobody could be asked: this way is not available here.", ja: "この方法は利用できないため、本人確認を行えませんでした。")
    case .invalidated:
      LocalizedText("Refused: what is enrolled has changed.", ja: "拒否: 登録内容が変更されています。")
    case .systemCancelled: LocalizedText("The system ended the request.", ja: "システムにより中断されました。")
    case .passcodeNotSet: LocalizedText("Refused: no passcode is set.", ja: "拒否: パスコードが設定されていません。")
    }
  }
}
#endif
