/// What an argument of a call of a cryptographic library is for.
enum CryptoRole: Sendable, Hashable {
  /// A key.
  case key
  /// An initialisation vector of a mode without authentication.
  case vector
  /// A nonce of authenticated encryption.
  case nonce
  /// The salt of a key derivation.
  case salt
  /// A password that the function turns into a key, or that signs somebody in.
  case password
  /// How often PBKDF2 is iterated.
  case rounds
  /// The cost of bcrypt, a power of two.
  case cost
  /// The cost of scrypt, called N.
  case memory
  /// The pseudo-random function of PBKDF2.
  case function
  /// The cipher.
  case algorithm
  /// The options or the mode of the cipher.
  case mode
  /// The algorithm of a signature.
  case signature
  /// The size of a key in bits.
  case size
}

/// Where an argument stands.
enum ArgumentPlace: Sendable, Hashable {
  /// The argument at this place, from 0 on.
  case at(Int)
  /// The argument with this label.
  case label(String)
}

/// A call of a cryptographic library with what its arguments are for.
struct CryptoCall: Sendable {
  /// What kind of call it is.
  enum Kind: Sendable, Equatable {
    /// A cipher, or a mode of one.
    case cipher
    /// A message authentication code, or a signature made with a shared key.
    case code
    /// A key object that may become either.
    case object
    /// PBKDF1 or PBKDF2.
    case pbkdf
    /// Another function that derives keys from passwords.
    case derivation
    /// A library or database that makes a key of a password by itself.
    case password
    /// Something that signs in, or opens what a password locks.
    case authentication
    /// A signature with a private key, or its verification.
    case signature
    /// Something that makes a key pair.
    case generation
  }

  /// What is called; a type for an initialiser.
  let name: String
  /// What kind of call it is.
  let kind: Kind
  /// The last name before the dot, one of these; any when empty.
  let receivers: Set<String>
  /// The modules of which one is imported; any when empty.
  let modules: Set<String>
  /// The fewest arguments.
  let fewest: Int
  /// What the arguments are for.
  let roles: [CryptoRole: ArgumentPlace]

  init(
    _ name: String, _ kind: Kind, of receivers: Set<String> = [], in modules: Set<String> = [],
    fewest: Int = 0,
    _ roles: [CryptoRole: ArgumentPlace]
  ) {
    (self.name, self.kind, self.receivers, self.modules) = (name, kind, receivers, modules)
    (self.fewest, self.roles) = (fewest, roles)
  }

  /// The labels that every call of it has one of.
  var labels: [String] { roles.values.compactMap { if case .label(let label) = $0 { label } else { nil } } }
}

/// A property of a library that holds a key or says how one is made.
struct CryptoProperty: Sendable {
  let name: String
  let role: CryptoRole
  let modules: Set<String>
}

/// A message of Objective-C with what its arguments are for.
struct CryptoMessage: Sendable {
  let selector: String
  let kind: CryptoCall.Kind
  let roles: [CryptoRole: Int]

  init(_ selector: String, _ kind: CryptoCall.Kind, _ roles: [CryptoRole: Int]) {
    (self.selector, self.kind, self.roles) = (selector, kind, roles)
  }
}
