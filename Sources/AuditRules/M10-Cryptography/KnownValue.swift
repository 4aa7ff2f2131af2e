import AuditEngine
import SwiftSyntax

/// How well others know a value.
enum KnownValue: Sendable, Equatable {
  /// It is the same in every run.
  case constant
  /// It follows from the named value that others know; certain when an API says so, not only a name.
  case known(String, isCertain: Bool)
  /// It may be a secret.
  case unknown

  /// Judges `expression`: it is known only when all that goes into it is.
  init(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) {
    var judge = Judge(source: source)
    self = judge.value(of: expression, scope, 0)
  }

  /// Members of the system that give a value which others know.
  static let identifiers: Set = [
    "identifierForVendor", "bundleIdentifier", "advertisingIdentifier", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate", "systemUptime",
  ]

  fileprivate func joined(with other: KnownValue) -> KnownValue {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): .unknown
    case (.known(let name, let a), .known(_, let b)): .known(name, isCertain: a && b)
    case (.known, _): self
    default: other
    }
  }
}

/// Follows an expression to what it is made from, a bounded number of steps.
private struct Judge {
  let source: SwiftSource
  private var steps = 0

  init(source: SwiftSource) { self.source = source }

  mutating func value(of expression: ExprSyntax, _ scope: ScopeID, _ depth: Int) -> KnownValue {
    steps += 1
    guard depth < 12, steps < 400 else { return .unknown }
    if source.fold(expression, in: scope).isConstant { return .constant }
    let next = depth + 1
    if let literal = expression.as(StringLiteralExprSyntax.self) {
      return literal.segments.reduce(.constant) { result, segment in
        guard case .expressionSegment(let hole) = segment, let value = hole.expressions.first else {
          return result
        }
        return result.joined(with: self.value(of: value.expression, scope, next))
      }
    }
    let parts = SequenceParts.of(expression)
    if parts.count > 1 || parts[0] != expression {
      guard parts.allSatisfy({ SequenceParts.operation($0).map { ["+", "??"].contains($0) } ?? true }) else {
        return .unknown
      }
      return parts.filter { SequenceParts.operation($0) == nil }.reduce(.constant) {
        $0.joined(with: value(of: $1, scope, next))
      }
    }
    if let call = Call(expression, scope: scope) { return judge(call, next) }
    if let member = expression.as(MemberAccessExprSyntax.self) { return judge(member, scope, next) }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      guard let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
        let value = binding.value, !source.facts.reassigned.contains(name)
      else { return byName(name) }
      return self.value(of: value, binding.scope, next)
    }
    guard let inner = NamePath.unwrapped(expression) else { return .unknown }
    return value(of: inner, scope, next)
  }

  private mutating func judge(_ call: Call, _ depth: Int) -> KnownValue {
    if call.name == "Date", call.arguments.isEmpty { return .known("Date()", isCertain: true) }
    guard Self.carrying.contains(call.name) else { return .unknown }
    var result = KnownValue.constant
    // `SHA256.hash(…)` has a type before the dot, `text.prefix(16)` a value.
    if let receiver = call.receiver, NamePath.of(receiver).last?.first?.isUppercase != true {
      result = value(of: receiver, call.scope, depth)
    }
    for argument in call.arguments where !argument.value.is(ClosureExprSyntax.self) {
      result = result.joined(with: value(of: argument.value, call.scope, depth))
    }
    return result
  }

  private mutating func judge(_ member: MemberAccessExprSyntax, _ scope: ScopeID, _ depth: Int) -> KnownValue
  {
    let path = NamePath.of(ExprSyntax(member))
    let name = member.declName.baseName.text
    guard let base = member.base else { return .constant }
    if KnownValue.identifiers.contains(name) { return .known(name, isCertain: true) }
    if path.first == "UIDevice" || path.first == "Host", ["name", "model", "localizedName"].contains(name) {
      return .known(path.joined(separator: "."), isCertain: true)
    }
    if Self.views.contains(name) { return value(of: base, scope, depth) }
    if ["self", "Self"].contains(NamePath.last(of: base) ?? ""),
      let type = source.facts.typeName(around: scope),
      let value = source.facts.member(name, of: type)?.value, !source.facts.reassigned.contains(name)
    {
      return self.value(of: value, scope, depth)
    }
    return byName(name)
  }

  private func byName(_ name: String) -> KnownValue {
    let words = Words.of(name).joined(separator: " ")
    return Self.names.contains(words) ? .known(name, isCertain: false) : .unknown
  }

  private static let views: Set = [
    "utf8", "uuidString", "description", "bytes", "uuid", "lowercased", "bitPattern", "hexString", "data",
  ]
  /// Calls whose result follows from what goes in.
  private static let carrying: Set = [
    "Data", "NSData", "Array", "String", "Int", "UInt64", "hash", "data", "prefix", "suffix", "md5", "sha1",
    "sha256", "sha512", "lowercased", "uppercased", "replacingOccurrences", "padding", "reversed",
    "joined", "map", "base64EncodedString", "appending", "SymmetricKey", "dropFirst", "dropLast", "padEnd",
    "compactMap", "padded", "rounded",
  ]
  /// Names of values that servers and other apps know.
  private static let names: Set = [
    "user id", "userid", "user name", "username", "user email", "email", "email address", "device id",
    "deviceid", "device identifier", "vendor id", "device name", "account id", "bundle id", "customer id",
    "timestamp", "phone number", "member id", "vendor identifier",
  ]
}
