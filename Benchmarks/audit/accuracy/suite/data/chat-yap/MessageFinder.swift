import Foundation
import YapDatabase

enum MessageIndex {
  static let name = "messageIndex"
  static let sender = "sender"
  static let sentAt = "sentAt"
}

final class MessageFinder {
  private let connection: YapDatabaseConnection

  init(connection: YapDatabaseConnection) {
    self.connection = connection
  }

  func keys(sender: String) -> [String] {
    let format = String(format: "WHERE %@ = \"%@\"", MessageIndex.sender, sender)
    return keys(for: YapDatabaseQuery(string: format, parameters: [])) // weak: sql file
  }

  func keys(sender: String, after date: Date) -> [String] {
    let clause = "WHERE \(MessageIndex.sender) = ? AND \(MessageIndex.sentAt) > ?"
    return keys(for: YapDatabaseQuery(string: clause, parameters: [sender, date])) // safe: sql
  }

  func keys(unreadBy reader: String, order: String) -> [String] {
    keys(for: YapDatabaseQuery(string: "WHERE reader = ? ORDER BY " + order, parameters: [reader])) // weak: sql file
  }

  func latest(limit: Int) -> [String] {
    keys(for: YapDatabaseQuery(string: "ORDER BY \(MessageIndex.sentAt) DESC LIMIT \(limit)", parameters: [])) // safe: sql
  }

  func keys(mentioning people: [String]) -> [String] {
    var parts: [String] = []
    people.forEach { parts.append("mention = '" + $0 + "'") }
    return keys(for: YapDatabaseQuery(string: "WHERE " + parts.joined(separator: " OR "), parameters: [])) // weak: sql file
  }

  private func keys(for query: YapDatabaseQuery) -> [String] {
    var found: [String] = []
    connection.read { transaction in
      guard let index = transaction.ext(MessageIndex.name) as? YapDatabaseSecondaryIndexTransaction else { return }
      _ = index.iterateKeys(matching: query) { _, key, _ in found.append(key) }
    }
    return found
  }
}
