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

  /// Members whose comparison says which kind of link it is, and nothing about what the link carries.
  static let routes: Set = [
    "scheme", "path", "pathComponents", "isEmpty", "count", "activityType", "name", "first", "last",
    "lastPathComponent", "pathExtension", "isFileURL", "actionIdentifier", "categoryIdentifier", "state",
  ]
}
