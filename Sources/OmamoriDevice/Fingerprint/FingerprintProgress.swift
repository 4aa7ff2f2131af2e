#if !canImport(Darwin)
public import OmamoriCore

/// What a person at a fingerprint reader should know while the request goes on.
///
/// A value; safe to share between threads.
public enum FingerprintProgress: Sendable, Hashable, CaseIterable {
  /// The reader waits for a finger to be put on it.
  case touch
  /// The reader waits for a finger to be drawn across it.
  case swipe
  /// The scan was not good enough.
  case again
  /// The finger was drawn too fast.
  case tooShort
  /// The finger was not in the middle.
  case notCentered
  /// The finger has to be lifted first.
  case liftFirst
  /// The finger is not enrolled; there is another try.
  case noMatch

  /// What to show.
  public var text: LocalizedText {
    switch self {
    case .touch: LocalizedText("Put your finger on the reader.", ja: "指紋センサーに指を置いてください。")
    case .swipe: LocalizedText("Draw your finger across the reader.", ja: "指紋センサーに指を滑らせてください。")
    case .again: LocalizedText("Please scan again.", ja: "もう一度読み取ってください。")
    case .tooShort: LocalizedText("Too short. Please try again.", ja: "短すぎます。もう一度お試しください。")
    case .notCentered: LocalizedText("Put your finger in the middle.", ja: "指をセンサーの中央に置いてください。")
    case .liftFirst: LocalizedText("Lift your finger, then try again.", ja: "指を離してから、もう一度お試しください。")
    case .noMatch: LocalizedText("Not recognised. Please try again.", ja: "認識できません。もう一度お試しください。")
    }
  }
}
#endif
