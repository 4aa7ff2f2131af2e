import CommandSupport
import OmamoriAuth
import OmamoriCore

/// The header and the claims of a token as they are shown.
///
/// It knows nothing of whether they are verified: whoever shows them says it.
struct TokenText {
  /// The claims that are times.
  private static let times = ["exp", "nbf", "iat", "auth_time", "updated_at"]

  let header: JSONObject
  /// The claims, where they can be read.
  let claims: JSONObject?
  /// The time by which a token has expired or is not valid yet.
  let now: Date

  /// For people: a line for each member.
  func lines(_ language: Language) -> String {
    var text = LocalizedText("Header", ja: "ヘッダー")[language] + "\n"
    text += header.members.map { "  \(Self.name($0.name)): \(TerminalJSON.text($0.value))\n" }.joined()
    guard let claims else { return text }
    text += LocalizedText("Claims", ja: "クレーム")[language] + "\n"
    for member in claims.members {
      let note = note(member).map { language == .ja ? "（\($0[language])）" : " (\($0[language]))" } ?? ""
      text += "  \(Self.name(member.name)): \(TerminalJSON.text(member.value))\(note)\n"
    }
    return text
  }

  /// For programs: the members as they are in the token, and the times among them in a form for people.
  func add(to object: inout JSONObject) {
    object["header"] = .object(header)
    guard let claims else { return }
    object["claims"] = .object(claims)
    var times = JSONObject()
    for member in claims.members {
      if let date = Self.date(member) { times[member.name] = .string(date.formatted(.iso8601)) }
    }
    if !times.isEmpty { object["times"] = .object(times) }
  }

  /// What a time is, and whether it says that the token cannot be used now.
  private func note(_ member: JSONObject.Member) -> LocalizedText? {
    guard let date = Self.date(member) else { return nil }
    let text = date.formatted(.iso8601)
    return switch member.name {
    case "exp" where date <= now: LocalizedText("\(text), expired", ja: "\(text)、期限切れ")
    case "nbf" where date > now: LocalizedText("\(text), not valid yet", ja: "\(text)、有効期間前")
    default: LocalizedText(text, ja: text)
    }
  }

  private static func date(_ member: JSONObject.Member) -> Date? {
    guard times.contains(member.name), let number = member.value.numberValue else { return nil }
    return NumericDate(number).date
  }

  /// A plain name as it is, any other one as JSON.
  private static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_-./#$@".utf8.contains(byte)
      }
    }
    return isPlain && !name.isEmpty ? name : TerminalJSON.text(.string(name))
  }
}
