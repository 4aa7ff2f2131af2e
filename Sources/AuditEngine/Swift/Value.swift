/// What is known of an expression without running it.
package indirect enum Value: Sendable, Hashable {
  /// Nothing is known.
  case unknown
  /// A text.
  case string(String)
  /// A text with holes: `"http://\(host)/x"` has the parts `http://`, a hole, `/x`.
  case template([TextPart])
  /// A whole number.
  case integer(Int)
  /// A truth value.
  case boolean(Bool)
  /// `nil`.
  case none
  /// A name that is not declared in the file: `kSecAttrAccessibleAlways`, or the `biometryAny` of `.biometryAny`.
  case symbol(String)
  /// Constant bytes made from a text, numbers, base64, or by repetition.
  case bytes([UInt8])
  /// A list.
  case array([Value])
  /// A dictionary.
  case dictionary(TrackedDictionary)
  /// Something that is the same in every run, though it was not worked out.
  case computed
  /// What a file of the app's bundle holds, such as an entry of `Info.plist`: the same in every run, too.
  case bundled
  /// One of several: both sides of `?:` or `??`.
  case oneOf([Value])

  /// A part of a text with holes.
  package enum TextPart: Sendable, Hashable {
    /// Constant text.
    case text(String)
    /// Something that is known only when the program runs.
    case hole
  }

  /// The text, if the whole of it is known.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, if it is known.
  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The truth value, if it is known.
  package var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .symbol("kCFBooleanTrue"), .integer(1): true
    case .symbol("kCFBooleanFalse"), .integer(0): false
    default: nil
    }
  }

  /// The name, if it is one.
  package var symbol: String? { if case .symbol(let name) = self { name } else { nil } }

  /// The bytes of a text or of constant bytes.
  package var bytes: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .string(let text): Array(text.utf8)
    default: nil
    }
  }

  /// How long the text, bytes or lists are that make up the value.
  package var length: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .template(let parts):
      parts.reduce(0) { length, part in
        if case .text(let text) = part { length + text.utf8.count + 1 } else { length + 1 }
      }
    case .bytes(let bytes): bytes.count
    case .array(let values), .oneOf(let values): values.count
    default: 1
    }
  }

  /// The constant text before the first hole; the whole text when there is none.
  package var prefix: String? {
    switch self {
    case .string(let text): text
    case .template(let parts): if case .text(let text)? = parts.first { text } else { "" }
    default: nil
    }
  }

  /// The alternatives, or the value itself.
  package var alternatives: [Value] { if case .oneOf(let values) = self { values } else { [self] } }

  /// Whether the value is the same in every run: literals, bytes, `nil` and lists of them, but no symbol.
  package var isConstant: Bool {
    switch self {
    case .string, .integer, .boolean, .none, .bytes, .computed, .bundled: true
    case .array(let values): values.allSatisfy(\.isConstant)
    case .oneOf(let values): values.allSatisfy(\.isConstant)
    case .unknown, .template, .symbol, .dictionary: false
    }
  }
}
