package import OmamoriCore

/// Why a call over D-Bus gave no answer.
///
/// It holds codes and the names of errors that D-Bus defines, never an argument or an answer.
package enum BusError: OmamoriError {
  /// There is no D-Bus library on this system.
  case libraryMissing
  /// The bus cannot be reached; `code` is the system's error number.
  case unreachable(code: Int32)
  /// The connection ended before the answer came.
  case disconnected
  /// The answer did not come in time.
  case timedOut
  /// The caller cancelled.
  case cancelled
  /// The other side answered with the error of this name.
  case refused(name: String)
  /// The answer was not what the interface promises, or larger than what is read.
  case malformed
  /// An argument cannot be sent: a name that is none, a text with a NUL, nesting that is too deep.
  case invalidArgument
  /// The system has no thread, no memory or no descriptors left.
  case outOfResources

  /// What failed, as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .libraryMissing:
      LocalizedText("There is no D-Bus library (libsystemd).", ja: "D-Bus のライブラリ（libsystemd）がありません。")
    case .unreachable(let code):
      LocalizedText("The D-Bus bus cannot be reached (error \(code)).", ja: "D-Bus に接続できません（エラー \(code)）。")
    case .disconnected:
      LocalizedText("The D-Bus connection ended.", ja: "D-Bus の接続が切れました。")
    case .timedOut:
      LocalizedText("The D-Bus service did not answer in time.", ja: "D-Bus のサービスが時間内に応答しませんでした。")
    case .cancelled: LocalizedText("The call was cancelled.", ja: "呼び出しが取り消されました。")
    case .refused(let name):
      LocalizedText("The D-Bus service answered with \(name).", ja: "D-Bus のサービスが \(name) を返しました。")
    case .malformed:
      LocalizedText("The answer over D-Bus is malformed or too large.", ja: "D-Bus の応答が不正か、大きすぎます。")
    case .invalidArgument:
      LocalizedText("An argument cannot be sent over D-Bus.", ja: "D-Bus で送れない引数があります。")
    case .outOfResources:
      LocalizedText(
        "The system has no threads, memory or descriptors left.", ja: "スレッド、メモリ、または記述子が不足しています。")
    }
  }

  /// What to do about it, as a sentence.
  package var recovery: LocalizedText {
    switch self {
    case .libraryMissing: LocalizedText("Install libsystemd0.", ja: "libsystemd0 をインストールしてください。")
    case .unreachable, .disconnected, .timedOut:
      LocalizedText("Check that the bus and the service run.", ja: "バスとサービスが動作しているか確認してください。")
    case .cancelled, .outOfResources: LocalizedText("Try again.", ja: "再試行してください。")
    case .refused, .malformed:
      LocalizedText("Check which program provides the service.", ja: "サービスを提供しているプログラムを確認してください。")
    case .invalidArgument: LocalizedText("Correct the argument.", ja: "引数を修正してください。")
    }
  }
}
