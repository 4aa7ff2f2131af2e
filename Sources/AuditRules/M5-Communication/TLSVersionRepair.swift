import AuditEngine
import OmamoriCore
import SwiftSyntax

/// Brings an outdated version of TLS to 1.2, which every server that is looked after has.
///
/// A minimum of 1.3 is better and a decision: servers without it can no longer be reached.
enum TLSVersionRepair {
  /// What is said about it.
  static let title = LocalizedText("Sets the TLS version to 1.2.", ja: "TLS のバージョンを 1.2 にします。")

  /// Properties whose values come from Secure Transport, with those that replaced them.
  static let replacedProperties = [
    "tlsMinimumSupportedProtocol": "tlsMinimumSupportedProtocolVersion",
    "tlsMaximumSupportedProtocol": "tlsMaximumSupportedProtocolVersion",
  ]

  /// The repair of an assignment: of the value, and of the name of a property that was replaced.
  static func fix(of assignment: Assignment, in source: SwiftSource) -> SourceFix? {
    guard assignment.operation == "=", let name = assignment.name, !source.facts.isDeclared(name) else {
      return nil
    }
    guard let modern = replacedProperties[name] else {
      return value(assignment.value).flatMap { SourceFix(title, [$0]) }
    }
    guard let property = lastName(of: assignment.target),
      let operand = SequenceParts.single(assignment.value)?.as(MemberAccessExprSyntax.self),
      let version = WrittenValue.member(assignment.value), let new = translations[version.text]
    else { return nil }
    var replacements = [
      WrittenValue.replacing(property, with: modern), WrittenValue.replacing(version, with: new),
    ]
    if let base = operand.base {
      guard let type = WrittenValue.constant(base), type.text == "SSLProtocol" else { return nil }
      replacements.append(WrittenValue.replacing(type, with: "tls_protocol_version_t"))
    }
    return SourceFix(title, replacements)
  }

  /// The repair of an argument of a function.
  static func fix(ofArgument argument: ExprSyntax) -> SourceFix? {
    value(argument).flatMap { SourceFix(title, [$0]) }
  }

  private static func value(_ value: ExprSyntax) -> SourceFix.Replacement? {
    if let name = WrittenValue.member(value) ?? WrittenValue.constant(value) {
      return successors[name.text].map { WrittenValue.replacing(name, with: $0) }
    }
    guard let made = SequenceParts.single(value).map({ NamePath.unwrapped($0) ?? $0 }),
      let number = Call(made, scope: .file)?.argument("rawValue")?.as(IntegerLiteralExprSyntax.self)
    else { return nil }
    return numbers[number.literal.text.lowercased()].map {
      WrittenValue.replacing(number.literal, with: $0)
    }
  }

  private static func lastName(of target: ExprSyntax) -> TokenSyntax? {
    if let member = target.as(MemberAccessExprSyntax.self) { return member.declName.baseName }
    return WrittenValue.constant(target)
  }

  /// Outdated versions with the successor of the same type.
  private static let successors = [
    "TLSv10": "TLSv12", "TLSv11": "TLSv12", "DTLSv10": "DTLSv12", "tlsProtocol1": "tlsProtocol12",
    "tlsProtocol11": "tlsProtocol12", "sslProtocol2": "tlsProtocol12", "sslProtocol3": "tlsProtocol12",
    "dtlsProtocol1": "dtlsProtocol12", "kSSLProtocol3": "kTLSProtocol12", "kTLSProtocol1": "kTLSProtocol12",
    "kTLSProtocol11": "kTLSProtocol12", "tlsv1": "tlsv12", "tlsv11": "tlsv12",
  ]
  /// Versions of Secure Transport with those of the Network framework.
  private static let translations = [
    "tlsProtocol1": "TLSv12", "tlsProtocol11": "TLSv12", "tlsProtocol12": "TLSv12", "tlsProtocol13": "TLSv13",
    "sslProtocol2": "TLSv12", "sslProtocol3": "TLSv12", "dtlsProtocol1": "DTLSv12",
    "dtlsProtocol12": "DTLSv12",
  ]
  private static let numbers = [
    "0x0300": "0x0303", "0x0301": "0x0303", "0x0302": "0x0303", "0xfeff": "0xFEFD",
  ]
}
