import OmamoriCore

/// What a stored password hash says: the function, its cost, the salt, the output and the pepper's identifier.
///
/// Texts are PHC strings: `argon2id` in version 19, `scrypt` with `ln,r,p`, `pbkdf2-sha256` and `pbkdf2-sha512` with
/// `i,l`.
struct PasswordHash: Sendable, Equatable {
  var cost: PasswordCost
  var salt: [UInt8]
  var output: [UInt8]
  /// Names the ``PasswordPepper`` that was mixed in.
  var pepper: UInt32?
  /// Public bytes that other programs mix into Argon2id; none in hashes made here.
  var data: [UInt8] = []

  /// The text.
  var text: String {
    let function: String
    var version: UInt32?
    var parameters: [PHCString.Parameter]
    switch cost {
    case .argon2id(let memory, let passes, let lanes):
      (function, version) = ("argon2id", 19)
      parameters = [("m", memory), ("t", passes), ("p", lanes)].map(Self.parameter)
    case .scrypt(let logarithm, let blockSize, let lanes):
      function = "scrypt"
      parameters = [("ln", logarithm), ("r", blockSize), ("p", lanes)].map(Self.parameter)
    case .pbkdf2(let digest, let rounds):
      function = "pbkdf2-" + digest.rawValue
      parameters = [("i", rounds), ("l", output.count)].map(Self.parameter)
    }
    if let pepper {
      let identifier = Base64.standard.encode(PasswordPepper.bytes(of: pepper), padded: false)
      parameters.append(.init(name: "keyid", value: identifier))
    }
    if !data.isEmpty {
      parameters.append(.init(name: "data", value: Base64.standard.encode(data, padded: false)))
    }
    return PHCString(function: function, version: version, parameters: parameters, salt: salt, hash: output)
      .text
  }

  private static func parameter(_ name: String, _ value: Int) -> PHCString.Parameter {
    .init(name: name, value: String(value))
  }
}

extension PasswordHash {
  /// Reads a text.
  ///
  /// - Parameter text: A PHC string of at most 512 bytes.
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`, and
  ///   `CryptoError.unsupported(_:)` for functions and versions that are not checked here: Argon2i, Argon2d, bcrypt,
  ///   Argon2 version 16.
  init(parsing text: String) throws(CryptoError) {
    guard !text.utf8.starts(with: "$2".utf8) else { throw .unsupported(.passwordHash) }
    let string = try PHCString(parsing: text)
    var reader = Parameters(string)
    switch string.function {
    case "argon2id":
      guard string.version == 19 else { throw .unsupported(.passwordHash) }
      cost = .argon2id(
        memory: try reader.number("m"), passes: try reader.number("t"), lanes: try reader.number("p"))
    case "scrypt":
      cost = .scrypt(
        logarithm: try reader.number("ln"), blockSize: try reader.number("r"), lanes: try reader.number("p"))
    case "pbkdf2-sha256", "pbkdf2-sha512":
      cost = .pbkdf2(string.function == "pbkdf2-sha256" ? .sha256 : .sha512, rounds: try reader.number("i"))
      if reader.isNext("l") {
        guard try reader.number("l") == string.hash.count else {
          throw .malformed(.passwordHash, offset: nil)
        }
      }
    default: throw .unsupported(.passwordHash)
    }
    if string.function != "argon2id", string.version != nil { throw .unsupported(.passwordHash) }
    if reader.isNext("keyid") {
      let identifier = try reader.bytes("keyid")
      guard identifier.count == 4 else { throw .unsupported(.passwordHash) }
      pepper = identifier.reduce(0) { $0 << 8 | UInt32($1) }
    }
    if string.function == "argon2id", reader.isNext("data") {
      data = try reader.bytes("data")
      guard (1...32).contains(data.count) else { throw .malformed(.passwordHash, offset: nil) }
    }
    try reader.finish()
    guard (8...48).contains(string.salt.count), (12...64).contains(string.hash.count) else {
      throw .malformed(.passwordHash, offset: nil)
    }
    (salt, output) = (string.salt, string.hash)
  }

  /// The parameters in the only order that a function allows.
  private struct Parameters {
    private var rest: ArraySlice<PHCString.Parameter>

    init(_ string: PHCString) { rest = string.parameters[...] }

    func isNext(_ name: String) -> Bool { rest.first?.name == name }

    mutating func number(_ name: String) throws(CryptoError) -> Int {
      guard let value = rest.popFirst(), value.name == name, let number = PHCNumber.read(value.value.utf8)
      else { throw .malformed(.passwordHash, offset: nil) }
      return Int(number)
    }

    mutating func bytes(_ name: String) throws(CryptoError) -> [UInt8] {
      guard let value = rest.popFirst(), value.name == name,
        let bytes = Base64.standard.decode(value.value, padded: false)
      else { throw .malformed(.passwordHash, offset: nil) }
      return bytes
    }

    func finish() throws(CryptoError) {
      guard rest.isEmpty else { throw .malformed(.passwordHash, offset: nil) }
    }
  }
}

/// The answer to whether a password is the one that was hashed.
public enum PasswordVerification: Sendable, Hashable {
  /// The password is right. With `needsRehash` the stored hash is weaker than the hasher would make it, or has another
  /// pepper: hash the password again now, since it is at hand only now, and replace what is stored.
  case matches(needsRehash: Bool)
  /// The password is wrong.
  case doesNotMatch

  /// Whether the password is right.
  public var isMatch: Bool {
    switch self {
    case .matches: true
    case .doesNotMatch: false
    }
  }

  /// Whether the password is right and the stored hash should be replaced.
  public var needsRehash: Bool {
    switch self {
    case .matches(let needsRehash): needsRehash
    case .doesNotMatch: false
    }
  }
}
