import AuditEngine
import SwiftSyntax

/// A constant that hides a text: numbers to be mixed with a key, or a text that is turned around or recoded.
enum ObfuscatedConstant {
  /// The constant bytes of an array of small numbers, or `nil` for anything else.
  ///
  /// Fewer than `least` numbers are no text, though they may be a key.
  static func bytes(
    _ expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource, least: Int = 4
  ) -> [UInt8]? {
    var list = expression.as(ArrayExprSyntax.self)
    if list == nil, let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Data"
    {
      list = call.arguments.first?.expression.as(ArrayExprSyntax.self)
    }
    // Asked before folding: a table of thousands of numbers hides no text.
    guard let list, (least...256).contains(list.elements.count) else { return nil }
    switch source.fold(ExprSyntax(list), in: scope) {
    case .array(let values):
      let bytes = values.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
      return bytes.count == values.count ? bytes : nil
    default: return nil
    }
  }

  /// The text that `bytes` give when they are mixed with `key` again and again, if it can be read.
  static func text(_ bytes: [UInt8], mixedWith key: [UInt8]) -> String? {
    guard !key.isEmpty else { return nil }
    let mixed = bytes.indices.map { bytes[$0] ^ key[$0 % key.count] }
    return readable(mixed)
  }

  /// `bytes` as a text, if it is one that a person could have written.
  static func readable(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 4, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    let letters = bytes.count { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
    return letters * 3 >= bytes.count * 2 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether `first` and `second` differ by the same byte everywhere.
  static func differByOneByte(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count, let one = first.first, let other = second.first else {
      return false
    }
    return zip(first, second).allSatisfy { $0 ^ $1 == one ^ other }
  }
}
