extension UnsafeCAPI {
  /// Where C writes to, as far as the file shows it.
  struct Targets {
    private let source: ObjectiveCSource
    private let uses: NameUses
    private let isPlainC: Bool

    init(_ source: ObjectiveCSource, _ uses: NameUses) {
      (self.source, self.uses, isPlainC) = (source, uses, source.isPlainC)
    }

    /// Whether somebody else has made the memory.
    ///
    /// So it is with a pointer that the function was given, took from a member or worked out. Most of C passes buffers
    /// that way; whether there is room shows only where they are made.
    ///
    /// Code in Objective-C has better types than pointers to hand on, so it is not let off.
    func isMadeElsewhere(_ target: Range<Int>, in function: Int?) -> Bool {
      guard isPlainC else { return false }
      guard let (name, isMember) = subject(of: target) else { return true }
      if isArray(name) || isMember && Self.arraysOfTheSystem.contains(name) { return false }
      guard !isMember, let function else { return true }
      return !source.assignments(to: name).contains { given in
        given.function == function && given.key == nil && Self.makesMemory(given.value, source)
      }
    }

    /// The name of what is written: `b` of `(char *)a->b + 4`; `nil` for what a call gives.
    private func subject(of target: Range<Int>) -> (name: String, isMember: Bool)? {
      let range = source.bare(target)
      var (index, isMember) = (range.lowerBound, false)
      while index < range.upperBound, source.tokens[index].isSign("&") || source.tokens[index].isSign("*") {
        index += 1
      }
      guard index < range.upperBound, source.tokens[index].kind == .identifier else { return nil }
      while index + 2 < range.upperBound,
        source.tokens[index + 1].isSign(".") || source.tokens[index + 1].isSign("->"),
        source.tokens[index + 2].kind == .identifier
      {
        (index, isMember) = (index + 2, true)
      }
      let isCall = index + 1 < range.upperBound && source.tokens[index + 1].isSign("(")
      return isCall ? nil : (source.tokens[index].text, isMember)
    }

    /// Looks for `char name[32]` anywhere in the file, with a size.
    private func isArray(_ name: String) -> Bool {
      let all = 0..<source.tokens.count
      // What is used very often is not looked into.
      guard let places = uses.places(of: name, in: all, atMost: 1_000) else { return true }
      return places.contains { place in
        guard place > 0, place + 2 < all.upperBound, source.tokens[place + 1].isSign("["),
          !source.tokens[place + 2].isSign("]")
        else { return false }
        let before = source.tokens[place - 1]
        if before.kind == .identifier { return !["return", "case", "else", "sizeof"].contains(before.text) }
        // `char a[8], b[8];`
        guard before.isSign(","), let close = source.partner(of: place + 1), close + 1 < all.upperBound else {
          return false
        }
        return source.tokens[close + 1].isSign(";") || source.tokens[close + 1].isSign("=")
      }
    }

    /// Whether `value` takes new memory, of whatever size: `malloc(64)`, `new char[n]`.
    private static func makesMemory(_ value: Range<Int>, _ source: ObjectiveCSource) -> Bool {
      value.prefix(64).contains { index in
        let token = source.tokens[index]
        guard token.kind == .identifier else { return false }
        return token.text == "new" || token.text.lowercased().contains("alloc")
      }
    }

    private static let arraysOfTheSystem: Set = [
      "sun_path", "d_name", "cFileName", "lfFaceName", "sysname", "nodename", "release", "machine", "ut_user",
      "ut_line", "ut_host", "ifr_name", "sdl_data",
    ]
  }
}
