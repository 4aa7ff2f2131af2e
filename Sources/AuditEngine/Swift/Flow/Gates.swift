import OmamoriCore
import SwiftSyntax

/// The statements of one block that may end it early: `guard` and `if`.
struct Gates: Sendable {
  /// Where each statement of the block begins.
  private let starts: [Int]
  private let gates: [(index: Int, item: CodeBlockItemSyntax)]

  /// How many statements before a use are looked at.
  private static let reach = 64

  /// Looks through `list` once.
  init(_ list: CodeBlockItemListSyntax) {
    var (starts, gates) = ([Int](), [(index: Int, item: CodeBlockItemSyntax)]())
    for item in list {
      if Self.isGate(item.item) { gates.append((starts.count, item)) }
      starts.append(item.position.utf8Offset)
    }
    (self.starts, self.gates) = (starts, gates)
  }

  private static func isGate(_ item: CodeBlockItemSyntax.Item) -> Bool {
    switch item {
    case .stmt(let statement): statement.is(GuardStmtSyntax.self) || statement.is(ExpressionStmtSyntax.self)
    case .expr(let expression): expression.is(IfExprSyntax.self) || expression.is(TryExprSyntax.self)
    default: false
    }
  }

  /// Those among the last statements before the one that begins at `offset`.
  func before(_ offset: Int) -> [CodeBlockItemSyntax] {
    let place = Self.first(starts.count) { starts[$0] >= offset }
    let last = Self.first(gates.count) { gates[$0].index >= place }
    let first = Self.first(last) { gates[$0].index >= place - Self.reach }
    return gates[first..<last].map(\.item)
  }

  /// The first of `count` places for which `holds`, which then holds for all behind it.
  private static func first(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SwiftSource {
  /// The gates of `list`, looked for once.
  func gates(in list: CodeBlockItemListSyntax) -> Gates {
    if let known = knownGates.withLock({ $0[list.id] }) { return known }
    let made = Gates(list)
    knownGates.withLock { $0[list.id] = made }
    return made
  }
}

/// What makes a value from outside harmless, as data.
enum Sanitizers {
  /// Members that are about a value and carry nothing of it on.
  static let members: Set = [
    "count", "isEmpty", "hashValue", "hash", "startIndex", "endIndex", "indices", "width", "height", "size",
    "timeIntervalSince1970", "boolValue", "intValue", "doubleValue", "floatValue", "int64Value", "statusCode",
    "isFileURL", "expectedContentLength",
  ]

  /// Methods that answer a question about a value.
  static let questions: Set = [
    "contains", "hasPrefix", "hasSuffix", "range", "firstIndex", "lastIndex", "firstRange", "starts",
    "allSatisfy", "isEqual", "compare", "caseInsensitiveCompare", "distance", "elementsEqual",
  ]

  /// Types whose values can hold no text.
  static let types: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
    "CGFloat", "Bool", "Date", "UUID", "TimeInterval", "NSInteger", "Decimal",
  ]

  /// Words of functions that make text safe or replace it by something computed.
  static let words: Set = [
    "escape", "escaped", "escaping", "encode", "encoded", "encoding", "sanitize", "sanitized", "sanitise",
    "sanitised", "quote", "quoted", "hash", "hashed", "hmac", "sha256", "sha512", "digest", "encrypt",
    "encrypted", "seal", "sign", "signature", "redact", "redacted", "mask", "masked", "validated", "verified",
  ]

  /// Words of functions that, asked in a condition, say whether a value may be used.
  static let checks: Set = [
    "validate", "valid", "validator", "verify", "verified", "allowed", "allow", "allows", "permitted",
    "trusted", "safe", "check", "matches", "whitelist", "whitelisted", "allowlist", "known", "expected",
    "confirm", "confirmed",
  ]

  /// Methods that, asked in a condition, compare a value with others.
  static let comparisons: Set = [
    "contains", "hasPrefix", "hasSuffix", "allSatisfy", "range", "firstRange", "starts", "wholeMatch",
    "firstMatch", "isSuperset", "isSubset", "numberOfMatches", "isEqual", "caseInsensitiveCompare",
  ]

  /// Those among them that find a place in a text.
  static let searches: Set = ["range", "firstRange", "firstMatch"]

  /// Members whose comparison says which kind of link it is, and nothing about what the link carries.
  static let routes: Set = [
    "scheme", "path", "pathComponents", "isEmpty", "count", "activityType", "name", "first", "last",
    "lastPathComponent", "pathExtension", "isFileURL", "actionIdentifier", "categoryIdentifier", "state",
  ]
}
