import OmamoriCore

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
