import Foundation

enum ScriptText {
  static func json<Value: Encodable>(_ value: Value) -> String {
    guard let data = try? JSONEncoder().encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "\\'") + "'"
  }
}
