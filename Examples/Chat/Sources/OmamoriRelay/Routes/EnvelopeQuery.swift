/// Which envelopes a recipient asks for.
struct EnvelopeQuery: Sendable, Hashable {
  /// The last sequence that is not wanted again.
  var after: Int64 = 0
  /// The most envelopes.
  var limit = 32
  /// How many seconds the answer may be held back.
  var wait = 0

  /// Reads the query of a target; `nil` when it has anything else, twice, or out of range.
  init?(_ query: Substring?) {
    guard let query else { return }
    var seen: Set<Substring> = []
    for item in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, seen.insert(parts[0]).inserted, let number = Self.number(parts[1]) else {
        return nil
      }
      switch (parts[0], number) {
      case ("after", _): after = number
      case ("limit", 1...100): limit = Int(number)
      case ("wait", 0...30): wait = Int(number)
      default: return nil
      }
    }
  }

  /// A number of digits only, in its one form.
  private static func number(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
      String(number) == text
    else { return nil }
    return number
  }
}
