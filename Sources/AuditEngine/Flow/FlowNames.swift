/// What names say of values, and which types can hold such values.
enum FlowNames {
  /// What a value called `name` is; `nil` when the name says nothing, or says that the value opens nothing.
  static func kind(of name: String) -> TaintKind? {
    if let kind = plain[name] { return kind }
    guard name.utf8.count > 2, let meaning = StoredSecret.meaning(ofValue: name),
      wrapped.isDisjoint(with: Words.of(name))
    else { return nil }
    return meaning == .secret ? .secret : .personal
  }

  /// Names that mean something of a value, and nothing beside other words.
  private static let plain: [String: TaintKind] = ["phone": .personal, "cookie": .secret]

  /// Words of files that are encrypted by themselves.
  private static let wrapped: Set = ["file", "wrapped", "blob", "jwe", "container"]

  /// Whether the name is one of a token that opens nothing.
  static func isHarmlessToken(_ name: String) -> Bool {
    Words.of(name).contains("token") && kind(of: name) == nil
  }

  /// Whether a token of this name may as well be a coin.
  static func mayBeCoin(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains { $0 == "token" || $0 == "tokens" } && signing.isDisjoint(with: words)
  }

  private static let signing: Set = [
    "access", "refresh", "auth", "session", "bearer", "api", "jwt", "oauth", "login", "user", "secret",
  ]

  /// What a value is that is kept under the name: `accessTokenKey` is the name of a token.
  static func kind(ofEntry name: String) -> TaintKind? {
    guard name.utf8.count > 2, name.utf8.count < 64, let meaning = StoredSecret.meaning(of: name) else {
      return nil
    }
    return meaning == .secret ? .secret : .personal
  }

  /// What a function called `name` returns: `loadPassword`, `accessToken`.
  static func kind(ofFunction name: String) -> TaintKind? {
    let words = Words.of(name)
    guard let first = words.first, words.count < 6, acts.isDisjoint(with: words) else { return nil }
    guard words.count > 1, verbs.contains(first) else { return kind(of: name) }
    return kind(of: words.dropFirst().joined(separator: "_"))
  }

  /// Words of functions that do something with a secret.
  private static let acts: Set = [
    "verify", "validate", "update", "check", "delete", "revoke", "store", "save", "set", "send", "post",
    "confirm", "enter", "request", "reset", "remove", "clear", "register", "submit", "authenticate",
  ]

  private static let verbs: Set = [
    "get", "load", "read", "fetch", "find", "current", "generate", "make", "new", "random", "copy",
  ]

  /// What people type into a control called `name`, or of which the content has this name.
  static func kind(ofControl name: String) -> TaintKind? {
    kind(of: Words.of(name).filter { !controls.contains($0) }.joined(separator: "_"))
  }

  private static let controls: Set = [
    "field", "text", "textfield", "input", "box", "tf", "txt", "entry", "outlet", "view", "ui", "label",
  ]

  /// What a control holds by the type of its content, as UIKit, SwiftUI and AppKit name it.
  static let contentTypes: [String: TaintKind] = [
    "password": .secret, "newPassword": .secret, "oneTimeCode": .secret, "creditCardNumber": .personal,
    "creditCardSecurityCode": .secret, "emailAddress": .personal, "telephoneNumber": .personal,
    "fullStreetAddress": .personal, "streetAddressLine1": .personal, "streetAddressLine2": .personal,
    "birthdate": .personal, "UITextContentTypePassword": .secret, "UITextContentTypeNewPassword": .secret,
    "UITextContentTypeOneTimeCode": .secret, "UITextContentTypeTelephoneNumber": .personal,
    "UITextContentTypeEmailAddress": .personal, "UITextContentTypeCreditCardNumber": .personal,
  ]

  // MARK: Types

  /// How values of a type can be sensitive.
  enum Holding {
    /// Texts and data.
    case text
    case number
    case date
    /// Answers, and objects that only handle values.
    case nothing
    /// The type is none that is known.
    case unknown
  }

  static func holding(_ type: String) -> Holding {
    if texts.contains(type) { return .text }
    if numbers.contains(type) { return .number }
    if type == "Date" || type == "NSDate" || type == "DateComponents" { return .date }
    if answers.contains(type) { return .nothing }
    // `UITextField`, `PasswordView`, `TokenService`: what the type is for is its last word.
    guard let last = Words.of(type).last else { return .unknown }
    return handlers.contains(last) ? .nothing : .unknown
  }

  /// Whether values of the type are answers, sizes and the like, whatever they are called.
  static func isAnswer(_ type: String) -> Bool { answers.contains(type) }

  /// Whether a value of this name and kind can be a number.
  static func canBeNumber(_ name: String, _ kind: TaintKind) -> Bool {
    let words = Words.of(name)
    return words.contains(where: measured.contains)
      || words.last.map(numbered.contains) ?? false
      || words.contains { ["cvv", "cvv2", "cvc", "ssn", "pan", "pin", "otp", "dob"].contains($0) }
  }

  /// Whether a value of this name can be a date.
  static func canBeDate(_ name: String) -> Bool {
    !Set(Words.of(name)).isDisjoint(with: ["birth", "birthday", "birthdate", "dob", "born"])
  }

  /// Types of keys and of what sensors tell, whatever their values are called.
  static let types: [String: TaintKind] = [
    "CLLocation": .personal, "CLLocationCoordinate2D": .personal, "CLPlacemark": .personal,
    "PrivateKey": .secret, "SymmetricKey": .secret,
  ]

  private static let texts: Set = [
    "String", "NSString", "NSMutableString", "Substring", "Data", "NSData", "NSMutableData", "Character",
    "Any", "AnyObject", "AnyHashable", "NSAttributedString", "AttributedString", "URL", "NSURL", "char",
    "id", "CFString", "CFData", "StringProtocol", "CFStringRef", "CFDataRef",
  ]
  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "CGFloat", "Decimal", "NSNumber", "NSDecimalNumber", "NSInteger", "NSUInteger", "int", "long",
    "double", "float", "int64_t", "uint32_t", "int32_t", "uint64_t", "CLLocationDegrees", "Measurement",
    "short", "unsigned",
  ]
  private static let answers: Set = [
    "Bool", "BOOL", "bool", "Boolean", "Void", "CGSize", "CGRect", "CGPoint", "UIColor", "Color", "Range",
    "IndexPath", "IndexSet", "Duration", "DispatchTime", "TimeInterval", "NSTimeInterval", "UUID", "NSUUID",
    "Locale", "Calendar", "TimeZone", "OSStatus", "size_t", "NSRange", "Error", "NSError", "SecKey",
    "UIImage", "Image", "LocalizedStringKey", "LocalizedStringResource", "Text", "UTType", "Selector",
  ]
  private static let handlers: Set = [
    "view", "controller", "field", "label", "button", "cell", "manager", "service", "provider", "store",
    "storage", "handler", "delegate", "policy", "validator", "formatter", "coordinator", "factory",
    "builder", "repository", "router", "presenter", "interactor", "generator", "client", "error", "state",
    "status", "type", "kind", "style", "action", "event", "route", "screen", "publisher", "subject",
    "observable", "cancellable", "binding", "closure", "callback", "completion", "observer", "monitor",
    "switch", "image", "font", "color", "connection", "session", "request", "response", "task", "operation",
    "queue", "parser", "reader", "writer", "iterator", "sequence", "options", "configuration", "config",
    "settings", "relay", "recognizer", "gesture", "cursor", "jar", "parameters", "animation", "constraint",
  ]
  /// What instruments measure.
  private static let measured: Set = [
    "latitude", "longitude", "lat", "lon", "lng", "glucose", "heart", "pulse", "pressure", "weight", "bmi",
    "temperature", "salary", "income", "balance", "location", "coordinate",
  ]
  private static let numbered: Set = [
    "pin", "code", "number", "no", "num", "nr", "id", "passcode", "cvv", "cvc",
  ]
}

/// What functions do with sensitive values, as data.
enum FlowProtections {
  /// The places that what a function called `name` gives cannot harm.
  static func cleaned(byFunction name: String) -> FlowSinkClass {
    if functions.contains(name) { return .disclosing }
    let words = Words.of(name)
    return words.contains(where: self.words.contains) && !words.contains(where: undoing.contains)
      ? .disclosing : []
  }

  /// Whether a function that no file declares hands on what it is called on or passed.
  static func carries(_ name: String) -> Bool {
    carriers.contains(name) || FlowPasses.carryingArguments.contains(name) || name.hasPrefix("appending")
      || name.hasPrefix("withUnsafe")
  }

  /// Whether a function that no file declares hands on what it is passed, and not only what it is called on.
  static func carriesArguments(_ name: String) -> Bool {
    ["webSocketTask", "streamTask", "archivedData", "reduce"].contains(name)
  }

  /// Whether a member is the value in another form, and not a part or a description of it.
  static func keeps(_ member: String) -> Bool { members.contains(member) }

  private static let words: Set = [
    "encrypt", "encrypted", "encrypting", "encryptor", "seal", "sealed", "cipher", "ciphertext", "hash",
    "hashed", "hashing", "hmac", "digest", "sha1", "sha256", "sha384", "sha512", "md5", "scrypt", "bcrypt",
    "argon2", "pbkdf2", "redact", "redacted", "redacting", "mask", "masked", "masking", "obfuscate",
    "obfuscated", "anonymize", "anonymized", "anonymise", "anonymised", "fingerprint", "signature", "sign",
    "censor", "censored", "censoring", "scrub", "scrubbed", "sanitize", "sanitized", "wrap",
  ]
  private static let undoing: Set = ["decrypt", "decrypted", "unmasked", "unmask"]
  private static let functions: Set = [
    "SecKeyCreateEncryptedData", "SecKeyCreateSignature", "CCCrypt", "CCHmac", "CC_SHA256",
    "crypto_secretbox",
    "box", "str",
  ]

  private static let carriers: Set = [
    "String", "NSString", "Substring", "Data", "NSData", "Array", "Dictionary", "NSDictionary", "NSArray",
    "NSMutableString", "NSMutableData", "NSMutableDictionary", "NSMutableArray", "Set", "URL", "NSURL",
    "URLRequest", "NSMutableURLRequest", "URLComponents", "NSURLComponents", "URLQueryItem", "NSNumber",
    "Optional", "NSAttributedString", "AttributedString", "AnyHashable", "AnyCodable", "Character",
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "CGFloat", "Decimal", "Blob", "StatementArguments", "MCSession", "NWConnection", "User",
    "lowercased", "uppercased", "capitalized", "trimmingCharacters", "data", "base64EncodedString",
    "base64EncodedData", "replacingOccurrences", "split", "components", "joined", "map", "compactMap",
    "flatMap", "filter", "formatted", "enumerated", "sorted", "reversed", "withCString", "string",
    "appendingPathComponent", "append", "encode", "archivedData", "jsonObject", "dropFirst", "unwrap",
    "mapValues", "first", "last", "min", "max", "shuffled", "lazy", "trimmed", "text",
    "track", "streamTask", "webSocketTask", "WebSocket", "CocoaMQTT", "requestWithURL", "URLWithString",
    "request", "toHexString", "hexEncodedString", "hexString", "ISO8601Format", "utf8", "compactMapValues",
    "merging", "merge", "inserting", "union", "prefix", "randomElement", "asString", "toString",
  ]
  private static let members: Set = [
    "utf8", "utf16", "description", "debugDescription", "unsafelyUnwrapped", "utf8CString", "lazy", "self",
    "absoluteString", "absoluteURL", "bytes", "data", "string", "wrappedValue", "projectedValue", "first",
    "last", "value", "rawRepresentation", "pemRepresentation", "derRepresentation", "x963Representation",
    "httpBody", "query", "percentEncodedQuery", "url", "URL", "queryItems", "text", "stringValue", "values",
    "lowercased", "uppercased", "capitalized", "localizedLowercase", "hexString", "base64",
    "allHTTPHeaderFields", "baseAddress", "doubleValue", "intValue", "floatValue", "integerValue",
    "coordinate", "timeIntervalSince1970", "unicodeScalars", "characters", "trimmed", "nonEmpty", "URLString",
    "0", "1", "2", "key", "UTF8String", "localizedDescription", "path", "lastPathComponent",
  ]
}
