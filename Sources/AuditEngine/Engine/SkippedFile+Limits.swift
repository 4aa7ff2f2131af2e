import OmamoriCore
import OmamoriReport

extension SkippedFile {
  /// What was left out of a Swift file because a limit was reached; `nil` when it was examined to its end.
  package init?(limitsOf source: SwiftSource) {
    if source.facts.isCutShort {
      self.init(
        file: source.text.path, reason: .malformed,
        message: LocalizedText(
          "an expression is too deep or too long to be examined to its end; split it",
          ja: "式が深すぎるか長すぎるため最後まで調べられませんでした。式を分割してください"))
    } else if source.isFlowCutShort {
      self.init(
        file: source.text.path, reason: .tooLarge,
        message: LocalizedText(
          "there are too many values in the file to follow them all; divide it",
          ja: "ファイル内の値が多すぎるため、すべては追跡できませんでした。ファイルを分割してください"))
    } else {
      return nil
    }
  }
}
