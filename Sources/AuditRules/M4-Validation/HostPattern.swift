import AuditEngine
import OmamoriCore

/// Reads the hosts out of a regular expression and judges which others match.
enum HostPattern {
  /// How much of the text a match covers.
  enum Reach: Sendable {
    case whole
    case prefix
    case anywhere
    /// How the pattern is used is not known.
    case unknown
  }

  /// What a constant that reads like a pattern for hosts is compared with.
  static func subject(ofConstant pattern: String) -> AddressSubject? {
    if pattern.contains("://") || pattern.contains(":\\/\\/") { return .url }
    guard pattern.contains("\\.") || pattern.hasPrefix("^") || pattern.contains("[.]"), !pattern.contains("@")
    else {
      return nil
    }
    return pattern.contains("/") ? .url : .host
  }

  /// Whether something like a host may be in a pattern: a scheme, or a known domain behind a dot.
  static func mayHoldHost(_ pattern: String) -> Bool {
    guard pattern.utf8.count < 2_000, pattern.contains(".") else { return false }
    return pattern.contains("://") || pattern.contains(":\\/\\/")
      || pattern.split(separator: ".").dropFirst().contains { part in
        let label = part.drop { !$0.isLetter }.prefix { $0.isLetter }
        return HostName.isTopLevel(label)
      } || pattern.contains("com|") || pattern.contains("|com")
  }

  /// What is wrong with `pattern`, or `nil` when only the hosts that it names match.
  static func fault(of pattern: RegexPattern, _ subject: AddressSubject, _ reach: Reach) -> LocalizedText? {
    var ways = Ways()
    ways.add(pattern.root)
    guard !ways.isTooLarge else { return nil }
    for way in ways.all {
      if let fault = fault(of: way, subject, reach) { return fault }
    }
    return nil
  }

  // MARK: Ways through a pattern

  /// One character, or a place, of one way through a pattern.
  private struct Item {
    enum Kind {
      case literal(Unicode.Scalar)
      /// An unescaped dot.
      case dot
      case set(ScalarSet)
      case start
      case end
      case other
    }

    let kind: Kind
    /// Whether it may come any number of times.
    let isRepeated: Bool

    var literal: Unicode.Scalar? {
      guard case .literal(let scalar) = kind, !isRepeated else { return nil }
      return scalar
    }
  }

  /// The ways through a pattern, each alternative and each part that may be left out.
  private struct Ways {
    var all: [[Item]] = [[]]
    var isTooLarge = false
    private static let most = 128

    mutating func add(_ node: RegexNode, isRepeated: Bool = false, depth: Int = 0) {
      guard !isTooLarge, depth < 64 else { return }
      switch node {
      case .character(let set, let shown):
        let kind: Item.Kind =
          switch shown {
          case .literal(let scalar): .literal(scalar)
          case .any: .dot
          case .oneOf: single(of: set).map { .literal($0) } ?? .set(set)
          }
        append(Item(kind: kind, isRepeated: isRepeated))
      case .place(let place):
        append(Item(kind: place == .start ? .start : place == .end ? .end : .other, isRepeated: false))
      case .sequence(let parts):
        for part in parts { add(part, isRepeated: isRepeated, depth: depth + 1) }
      case .captured(let part), .atomic(let part): add(part, isRepeated: isRepeated, depth: depth + 1)
      case .choice(let parts): either(parts, isRepeated, depth)
      case .looked(let part, let isAhead, let isNegated):
        if isAhead, !isNegated {
          add(part, depth: depth + 1)
        } else {
          append(Item(kind: .other, isRepeated: false))
        }
      case .repeated(let part, let least, let most):
        let again = most.map { $0 > 1 } ?? true
        if least == 0 {
          either([part, .sequence([])], isRepeated || again, depth)
        } else {
          add(part, isRepeated: isRepeated || again, depth: depth + 1)
        }
      }
    }

    /// `[.]` is an escaped dot.
    private func single(of set: ScalarSet) -> Unicode.Scalar? {
      guard set.ranges.count == 1, let range = set.ranges.first, range.count == 1 else { return nil }
      return Unicode.Scalar(range.lowerBound)
    }

    private mutating func append(_ item: Item) { for index in all.indices { all[index].append(item) } }

    private mutating func either(_ parts: [RegexNode], _ isRepeated: Bool, _ depth: Int) {
      let before = all
      var after: [[Item]] = []
      for part in parts {
        all = before
        add(part, isRepeated: isRepeated, depth: depth + 1)
        after += all
        guard after.count <= Self.most else {
          isTooLarge = true
          return
        }
      }
      all = after
    }
  }

  // MARK: Judging one way

  /// A part of a way that spells the name of a host.
  private struct Name {
    let range: Range<Int>
    let text: String
    /// Whether one of its dots is not escaped.
    let hasOpenDot: Bool
  }

  private static func fault(of way: [Item], _ subject: AddressSubject, _ reach: Reach) -> LocalizedText? {
    guard let name = name(in: way), !isPath(before: name, way) else { return nil }
    if name.hasOpenDot {
      let other = name.text.replacing(".", with: "x", maxReplacements: 1)
      return LocalizedText(
        "A dot in the pattern for \(name.text) is not escaped and stands for any letter; \(other) matches too.",
        ja: "\(name.text) の正規表現のドットがエスケープされておらず、任意の 1 文字に一致します。\(other) にも一致します。")
    }
    if let fault = fault(before: name, way, subject, reach) { return fault }
    guard isOpen(behind: name, way, reach == .unknown && !startsAtStart(way) ? .whole : reach) else {
      return nil
    }
    return LocalizedText(
      "Nothing ends the host behind \(name.text) in the pattern; \(name.text).evil.net matches too.",
      ja: "正規表現の \(name.text) の後にホストの終わりを示すものがないため、\(name.text).evil.net にも一致します。")
  }

  /// The longest run of letters, digits, hyphens and dots whose last label is a known domain.
  private static func name(in way: [Item]) -> Name? {
    var index = 0
    var found: Name?
    while index < way.count {
      let start = index
      var text = ""
      var openDots: [Int] = []
      while index < way.count {
        if let scalar = way[index].literal, isOfName(scalar) {
          text.unicodeScalars.append(scalar)
        } else if case .dot = way[index].kind, !way[index].isRepeated {
          openDots.append(text.unicodeScalars.count)
          text += "."
        } else {
          break
        }
        index += 1
      }
      if index == start {
        index += 1
        continue
      }
      // `example.com.` before a class: the dot belongs to what follows.
      let leading = text.prefix { $0 == "." }.unicodeScalars.count
      let core = text.dropFirst(leading)
      guard HostName.isHost(core), !core.hasSuffix(".") else { continue }
      // An open dot right before the name lets it begin in the middle of another one.
      let isBefore = start > 0 && openDots.contains { $0 < leading }
      let name = Name(
        range: (start + leading)..<index, text: (isBefore ? "." : "") + core,
        hasOpenDot: isBefore || !openDots.isEmpty && openDots.contains { $0 >= leading })
      if found == nil { found = name }
      break
    }
    return found
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "-" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Whether the name stands in the path or behind an `@`: `https://[^/]+/example.com`, `\w+@example\.com`.
  private static func isPath(before name: Name, _ way: [Item]) -> Bool {
    var slashes = 0
    for item in way[..<name.range.lowerBound] {
      if item.literal == "@" { return true }
      if item.literal == "/" { slashes += 1 }
    }
    return slashes > 2
  }

  /// What lets another host match by what stands before the name.
  private static func fault(
    before name: Name, _ way: [Item], _ subject: AddressSubject, _ reach: Reach
  ) -> LocalizedText? {
    let before = way[..<name.range.lowerBound]
    let hasScheme = before.contains { $0.literal == ":" }
    let isPart = name.range.upperBound < way.count && way[name.range.upperBound].literal == "/" && !hasScheme
    let isAnchored =
      reach == .whole || reach == .prefix || reach == .unknown && !isPart
      || before.contains { if case .start = $0.kind { true } else { false } }
    if let last = before.last {
      // `.*example\.com`: no dot between the name and what goes before it.
      if takesLetters(last), name.text.split(separator: ".").count == 2 || isWild(last) {
        return LocalizedText(
          "Any letters may stand right before \(name.text) in the pattern; evil\(name.text) matches too.",
          ja: "正規表現の \(name.text) の直前に任意の文字を置けるため、evil\(name.text) にも一致します。")
      }
      if isURL(subject, hasScheme), before.contains(where: isWild),
        last.literal == "." || isWild(last) || isDot(last)
      {
        return LocalizedText(
          "What stands before \(name.text) in the pattern may hold a slash; https://evil.net/.\(name.text) matches too.",
          ja: "正規表現の \(name.text) の前にスラッシュを含められるため、https://evil.net/.\(name.text) にも一致します。")
      }
    }
    guard !isAnchored else { return nil }
    // `\.example\.com$` is enough for a host, not for a URL.
    if subject == .host, !hasScheme, before.last.map({ $0.literal == "." }) ?? false { return nil }
    if subject == .host, hasScheme { return nil }
    let other = subject == .host ? "evil\(name.text)" : "https://evil.net/?\(name.text)"
    return LocalizedText(
      "The pattern for \(name.text) is not tied to the start of the text; \(other) matches too.",
      ja: "\(name.text) の正規表現が文字列の先頭に固定されていないため、\(other) にも一致します。")
  }

  private static func isURL(_ subject: AddressSubject, _ hasScheme: Bool) -> Bool {
    subject == .url || hasScheme
  }

  private static func isDot(_ item: Item) -> Bool { if case .dot = item.kind { true } else { false } }

  /// Whether it takes any number of characters, slashes among them.
  private static func isWild(_ item: Item) -> Bool {
    guard item.isRepeated else { return false }
    switch item.kind {
    case .dot: return true
    case .set(let set): return set.contains("/") && set.contains("a")
    default: return false
    }
  }

  /// Whether it takes a letter that is not fixed.
  private static func takesLetters(_ item: Item) -> Bool {
    switch item.kind {
    case .dot: item.isRepeated
    case .set(let set): set.contains("e") && item.isRepeated
    default: false
    }
  }

  /// Whether the pattern is anchored at the start; such a pattern is not meant for a match of the whole text.
  private static func startsAtStart(_ way: [Item]) -> Bool {
    if case .start? = way.first?.kind { true } else { false }
  }

  /// Whether the name of the host can go on behind the last label.
  private static func isOpen(behind name: Name, _ way: [Item], _ reach: Reach) -> Bool {
    guard
      let next = way[name.range.upperBound...].first(where: {
        if case .other = $0.kind { false } else { true }
      })
    else { return reach != .whole }
    switch next.kind {
    case .end, .start: return false
    case .other: return true
    case .literal(let scalar): return isOfName(scalar) || scalar == "@"
    case .dot: return true
    case .set(let set): return set.contains(".") || set.contains("a") || set.contains("@")
    }
  }
}
