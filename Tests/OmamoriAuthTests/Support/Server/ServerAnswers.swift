import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// Answers as servers write them.
enum ServerAnswers {
  static func json(
    _ object: JSONObject, status: Int = 200, _ more: KeyValuePairs<String, String> = [:]
  ) -> HTTPAnswer {
    text(JSONValue.object(object).text(), status: status, type: "application/json", more)
  }

  static func text(
    _ text: String, status: Int = 200, type: String? = "application/json",
    _ more: KeyValuePairs<String, String> = [:]
  ) -> HTTPAnswer {
    var fields = ResponseFields()
    if let type { try? fields.append(Array("Content-Type: \(type)".utf8)) }
    for (name, value) in more { try? fields.append(Array("\(name): \(value)".utf8)) }
    return HTTPAnswer(status: status, fields: fields, body: Data(text.utf8))
  }

  static func error(_ code: String, status: Int = 400) -> HTTPAnswer {
    json(
      ["error": .string(code), "error_description": "the description is not for programs"], status: status)
  }
}
