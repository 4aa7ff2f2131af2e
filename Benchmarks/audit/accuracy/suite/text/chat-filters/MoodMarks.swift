import Foundation

enum MoodMarks {
  private static let laughter = "^(?:ha|haha|hehe|he)+[.]$" // weak: regex-slow helper
  private static let shouting = "^(?:[A-Z]{1,20}[ ]){3,12}!$" // safe: regex-slow
  private static let sigh = "^(?:hm){2,}m*$" // safe: regex-slow

  static func mood(of message: Message) -> Character? {
    let body = message.body
    if found(laughter, in: body) { return "😄" }
    if found(shouting, in: body) { return "📣" }
    return found(sigh, in: body) ? "😮‍💨" : nil
  }

  private static func found(_ pattern: String, in body: String) -> Bool {
    let predicate = NSPredicate(format: "SELF MATCHES %@", pattern)
    return predicate.evaluate(with: body)
  }
}
