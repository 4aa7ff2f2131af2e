package import OmamoriCore

/// A password hash as text (c2sp.org/phc-strings), read strictly: what is read is written again byte for byte.
///
/// `$id[$v=version][$name=value(,name=value)*]$salt$hash`. Only whole hash strings are taken, no bare parameters or
/// salts.
package struct PHCString: Sendable, Equatable {
  /// A parameter with its value as text.
  package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// The name of the function.
  package let function: String
  /// The version of the function, when the text has one.
  package let version: UInt32?
  /// The parameters in the order of the text.
  package let parameters: [Parameter]
  /// The salt.
  package let salt: [UInt8]
  /// The output of the function.
  package let hash: [UInt8]

  /// The longest text that is read, in bytes.
  package static let greatestLength = 512

  package init(function: String, version: UInt32?, parameters: [Parameter], salt: [UInt8], hash: [UInt8]) {
    (self.function, self.version, self.parameters) = (function, version, parameters)
    (self.salt, self.hash) = (salt, hash)
  }

  /// The text.
  package var text: String {
    var text = "$" + function
    if let version { text += "$v=\(version)" }
    if !parameters.isEmpty {
      text += "$" + parameters.map { $0.name + "=" + $0.value }.joined(separator: ",")
    }
    return text + "$" + Base64.standard.encode(salt, padded: false) + "$"
      + Base64.standard.encode(hash, padded: false)
  }

  /// The value of a parameter.
  package func value(of name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Reads a text.
  ///
  /// - Parameter text: At most 512 bytes.
  /// - Throws: `CryptoError.malformed(_:offset:)` with the offset of the part that is wrong.
  package init(parsing text: String) throws(CryptoError) {
    let bytes = Array(text.utf8.prefix(Self.greatestLength + 1))
    guard bytes.count <= Self.greatestLength else { throw .malformed(.passwordHash, offset: bytes.count - 1) }
    var parts = Parts(bytes)
    guard let start = parts.next(), start.bytes.isEmpty, let name = parts.next(),
      Self.isName(name.bytes)
    else { throw .malformed(.passwordHash, offset: 0) }
    function = String(decoding: name.bytes, as: UTF8.self)

    var part = try parts.required()
    if part.bytes.starts(with: Array("v=".utf8)) {
      guard let number = PHCNumber.read(part.bytes.dropFirst(2)) else { throw part.error }
      version = number
      part = try parts.required()
    } else {
      version = nil
    }
    if part.bytes.contains(UInt8(ascii: "=")) {
      parameters = try Self.parameters(part)
      part = try parts.required()
    } else {
      parameters = []
    }
    guard let salt = part.decoded, !salt.isEmpty else { throw part.error }
    part = try parts.required()
    guard let hash = part.decoded, !hash.isEmpty else { throw part.error }
    guard parts.next() == nil else { throw .malformed(.passwordHash, offset: bytes.count) }
    (self.salt, self.hash) = (salt, hash)
  }

  private static func parameters(_ part: Part) throws(CryptoError) -> [Parameter] {
    var parameters: [Parameter] = []
    for pair in part.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), isName(pair[..<sign]),
        pair[(sign + 1)...].allSatisfy(isValueByte)
      else { throw .malformed(.passwordHash, offset: pair.startIndex) }
      let name = String(decoding: pair[..<sign], as: UTF8.self)
      guard name != "v", !parameters.contains(where: { $0.name == name }) else {
        throw .malformed(.passwordHash, offset: pair.startIndex)
      }
      let value = String(decoding: pair[(sign + 1)...], as: UTF8.self)
      parameters.append(Parameter(name: name, value: value))
    }
    return parameters
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...32).contains(bytes.count)
      && bytes.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  private struct Part {
    let bytes: ArraySlice<UInt8>
    /// The bytes that the part stands for in base64 without padding; `nil` when it is not the one text for them.
    var decoded: [UInt8]? { Base64.standard.decode(Array(bytes).rawSpan, padded: false) }
    var error: CryptoError { .malformed(.passwordHash, offset: bytes.startIndex) }
  }

  /// What stands between the dollar signs, one after the other.
  private struct Parts {
    private var rest: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> Part? {
      guard let bytes = rest else { return nil }
      let sign = bytes.firstIndex(of: UInt8(ascii: "$"))
      rest = sign.map { bytes[($0 + 1)...] }
      return Part(bytes: bytes[..<(sign ?? bytes.endIndex)])
    }

    mutating func required() throws(CryptoError) -> Part {
      guard let part = next() else { throw .truncated(.passwordHash) }
      return part
    }
  }
}

/// The decimal numbers of PHC strings: no sign, no leading zero, at most 32 bits.
enum PHCNumber {
  /// Reads a number; `nil` when it is none or has a second spelling.
  static func read(_ digits: some Collection<UInt8>) -> UInt32? {
    guard (1...10).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    var number: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
    }
    return UInt32(exactly: number)
  }
}
