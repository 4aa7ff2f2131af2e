/// What can fail in OmamoriCore.
///
/// It holds places, sizes and codes only, never a part of the input.
@nonexhaustive
public enum CoreError: OmamoriError {
  /// ``StrictJSON`` refused a document.
  case invalidJSON(JSONProblem, at: JSONPosition)
  /// ``Base64URL`` refused a text at this byte offset.
  case invalidBase64URL(offset: Int)
  /// The operating system gave no random bytes; `code` is its error number.
  case randomnessUnavailable(code: Int32)
  /// A ``SecretStore`` could not answer.
  case secretStore(SecretStoreProblem)

  /// What failed, as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .invalidJSON(let problem, let place):
      LocalizedText(
        "The JSON document was refused at \(place): \(problem.explanation.english).",
        ja: "JSON 文書の \(place.line) 行 \(place.column) 列（\(place.offset) バイト目）に問題があります："
          + problem.explanation.japanese + "。"
      )
    case .invalidBase64URL(let offset):
      LocalizedText(
        "The text is not base64url at byte \(offset).",
        ja: "\(offset) バイト目が base64url として正しくありません。"
      )
    case .randomnessUnavailable(let code):
      LocalizedText(
        "The operating system gave no random bytes (error \(code)).",
        ja: "OS から乱数を取得できませんでした（エラー \(code)）。"
      )
    case .secretStore(let problem):
      LocalizedText(
        "The secret store could not answer: \(problem.explanation.english).",
        ja: "シークレットストアを利用できません：\(problem.explanation.japanese)。"
      )
    }
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText {
    switch self {
    case .invalidJSON:
      LocalizedText("Correct the document at that place.", ja: "該当箇所を修正してください。")
    case .invalidBase64URL:
      LocalizedText(
        "Use the alphabet of RFC 4648 section 5 without padding, spaces or stray bits.",
        ja: "RFC 4648 第 5 節の文字だけを使い、パディング、空白、余分なビットを含めないでください。"
      )
    case .randomnessUnavailable:
      LocalizedText(
        "Do not go on with weaker values; let the program read the system's random source.",
        ja: "弱い値で代用せず、プログラムが OS の乱数源を利用できるようにしてください。"
      )
    case .secretStore(let problem): problem.recovery
    }
  }
}
