/// Why a ``Delivery`` did not take a batch, or why it is not known whether it did.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum DeliveryProblem: Error, Sendable, Hashable {
  /// The other side cannot be reached, or broke off.
  case unreachable
  /// It is not the one that was asked for, or the connection is not safe.
  case untrusted
  /// It asks to wait, this long when it says.
  case busy(retryAfter: Duration?)
  /// It refuses this batch and will refuse it again.
  case rejected
  /// It does not accept who asks.
  case denied
  /// What it answered cannot be understood.
  case invalidAnswer
  /// The caller cancelled.
  case cancelled

  /// The problem, as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .unreachable: LocalizedText("The collector cannot be reached.", ja: "収集サーバーに接続できません。")
    case .untrusted: LocalizedText("The collector is not trusted.", ja: "収集サーバーを信頼できません。")
    case .busy: LocalizedText("The collector asks to wait.", ja: "収集サーバーが混雑しています。")
    case .rejected: LocalizedText("The collector refused the records.", ja: "収集サーバーが記録を拒否しました。")
    case .denied: LocalizedText("The collector refused access.", ja: "収集サーバーがアクセスを拒否しました。")
    case .invalidAnswer:
      LocalizedText("The collector's answer cannot be understood.", ja: "収集サーバーの応答を解釈できません。")
    case .cancelled: LocalizedText("The delivery was cancelled.", ja: "送信が取り消されました。")
    }
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText {
    switch self {
    case .unreachable, .busy, .cancelled:
      LocalizedText("The records stay and are sent again.", ja: "記録は保持され、再送されます。")
    case .untrusted:
      LocalizedText("Check its certificate and the pins.", ja: "証明書とピンを確認してください。")
    case .rejected:
      LocalizedText("Check what formats it takes.", ja: "受け付ける形式を確認してください。")
    case .denied: LocalizedText("Check the credentials.", ja: "認証情報を確認してください。")
    case .invalidAnswer:
      LocalizedText("Check that the address is a collector's.", ja: "収集サーバーのアドレスか確認してください。")
    }
  }
}
