import Foundation

struct FilterRule: Decodable {
  enum Kind: String, Decodable { case pattern, word, phrase }
  let kind: Kind
  let text: String
}

struct Message: Decodable {
  let sender: String
  let body: String
}

final class FilterService {
  private var rules: [FilterRule] = []
  private let address = URL(string: "https://filters.roomtalk.app/v2/rules.json")!

  func refresh() async throws {
    let (data, _) = try await URLSession.shared.data(from: address)
    rules = try JSONDecoder().decode([FilterRule].self, from: data)
  }

  func history(of room: UUID) async throws -> [(message: Message, mood: Character?)] {
    let history = URL(string: "https://roomtalk.app/rooms/\(room.uuidString)/messages")!
    let (data, _) = try await URLSession.shared.data(from: history)
    let messages = try JSONDecoder().decode([Message].self, from: data)
    return messages.filter { !hides($0) }.map { ($0, MoodMarks.mood(of: $0)) }
  }

  func hides(_ message: Message) -> Bool {
    rules.contains { rule in
      switch rule.kind {
      case .pattern: return message.body.matches(rule.text)
      case .word: return message.body.mentions(rule.text)
      case .phrase: return message.body.containsLiterally(rule.text)
      }
    }
  }

  func masked(_ message: Message) throws -> String {
    let words = rules.filter { $0.kind == .word }.map(\.text)
    let joined = words.joined(separator: "|")
    let expression = try NSRegularExpression(pattern: joined, options: .caseInsensitive) // weak: regex-input helper
    let body = message.body
    return expression.stringByReplacingMatches(in: body, range: NSRange(body.startIndex..., in: body), withTemplate: "•••")
  }

  func maskedNames(_ message: Message, names: [String]) throws -> String {
    let joined = names.map(NSRegularExpression.escapedPattern(for:)).joined(separator: "|")
    let expression = try NSRegularExpression(pattern: "@(\(joined))") // safe: regex-input
    let body = message.body
    return expression.stringByReplacingMatches(in: body, range: NSRange(body.startIndex..., in: body), withTemplate: "@…")
  }

  func blockedSenders(in messages: [Message]) -> [String] {
    let senders = messages.map(\.sender)
    return rules.flatMap { rule in
      let pattern = NSPredicate(format: "SELF MATCHES[c] %@", rule.text) // weak: regex-input helper
      let prefix = NSPredicate(format: "SELF BEGINSWITH[c] %@", rule.text)
      return senders.filter { rule.kind == .pattern ? pattern.evaluate(with: $0) : prefix.evaluate(with: $0) }
    }
  }
}
