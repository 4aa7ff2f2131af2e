import OmamoriCore
import OmamoriTransport

extension RequestBody {
  /// Secrets as the members of a JSON object, put together while they are sent and never sent a second time.
  ///
  /// A body that could be sent again is sent again by HTTP itself when a kept connection turns out to be closed.
  static func once(_ members: [(name: String, value: SecretText)]) -> RequestBody {
    once(.json) {
      var object = JSONObject()
      for (name, value) in members { object[name] = .string(value.reveal()) }
      return Data(JSONValue.object(object).utf8())
    }
  }

  /// What is never sent a second time, made while it is sent.
  static func once(_ type: MediaType, _ content: @escaping @Sendable () -> Data) -> RequestBody {
    let isSent = Protected(false)
    return .stream(length: content().count, type) {
      let isFirst = isSent.withLock { isSent in
        defer { isSent = true }
        return !isSent
      }
      return isFirst ? content() : nil
    }
  }
}

extension HTTPAnswer {
  /// How many seconds the server wants to be left alone (RFC 9110 §10.2.3), at most a day; a date is not read.
  var retryAfter: Int? {
    let values = fields.values("Retry-After")
    guard values.count == 1, (1...9).contains(values[0].utf8.count), let seconds = Int(values[0]),
      seconds >= 0
    else { return nil }
    return min(seconds, 86_400)
  }
}
