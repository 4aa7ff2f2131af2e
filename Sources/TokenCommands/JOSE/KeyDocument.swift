public import CommandLineKit
import CommandSupport
public import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import PolicyCommands

/// A file with a key or a set of keys.
enum KeyDocument {
  /// One key, in JSON or PEM.
  case key(JSONWebKey)
  /// A set.
  case set(JSONWebKeySet)

  /// Reads a file; warns when it holds a private key that other users can read.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - arguments: Where to warn.
  /// - Throws: ``CryptoFault`` for what is no key.
  init(_ path: String, _ arguments: Arguments) throws {
    let secret = try SecretInput.read(path, limit: JSONWebKeySet.sizeLimit)
    // because the array is wiped below
    var bytes = secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    defer {
      // because the buffer is the array's own
      unsafe bytes.withUnsafeMutableBytes { buffer in
        if let base = buffer.baseAddress { unsafe MemoryPages.wipe(base, buffer.count) }
      }
    }
    do throws(AuthError) {
      self = try Self.read(bytes)
    } catch {
      throw CryptoFault(error, about: path, hint: .aKey)
    }
    if isPrivate { arguments.warnIfOthersCanRead(path) }
  }

  /// Reads a document.
  private static func read(_ bytes: [UInt8]) throws(AuthError) -> KeyDocument {
    let content = bytes.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    if content.starts(with: PEMKey.start.utf8) {
      guard let key = try PEMKey.read(String(decoding: content, as: UTF8.self)) else {
        throw .key(.malformed)
      }
      return .key(key)
    }
    let document: JSONValue
    do {
      document = try StrictJSON.parse(
        bytes, limits: JSONLimits(depth: 16, size: JSONWebKeySet.sizeLimit, values: 16384))
    } catch { throw .key(.malformed) }
    guard let object = document.objectValue else { throw .key(.malformed) }
    return object.contains("keys") ? .set(try JSONWebKeySet(object)) : .key(try JSONWebKey(object))
  }

  /// The keys.
  var keys: [JSONWebKey] {
    switch self {
    case .key(let key): [key]
    case .set(let set): set.keys
    }
  }

  /// Whether it holds anything that has to be kept secret.
  private var isPrivate: Bool { keys.contains(where: \.isPrivate) }

  /// The only key of a file.
  ///
  /// - Throws: ``CryptoFault`` for a set.
  static func key(_ path: String, _ arguments: Arguments) throws -> JSONWebKey {
    guard case .key(let key) = try KeyDocument(path, arguments) else {
      let name = Printable.quote(path)
      throw CryptoFault.usage(
        HelpText("\(name) is a set of keys", ja: "\(name) は鍵のセットです"),
        hint: HelpText("give a file with one key", ja: "鍵が 1 つのファイルを指定してください"))
    }
    return key
  }
}

extension HelpText {
  /// Which files hold keys.
  static let aKey = HelpText(
    "give a JSON Web Key, a set of them, or a key in PEM that is not encrypted",
    ja: "JSON Web Key、そのセット、または暗号化されていない PEM 形式の鍵を指定してください")
}

/// Reads a key in PEM, as OpenSSL and Apple's developer site write them.
enum PEMKey {
  /// What begins a document.
  static let start = "-----BEGIN "

  /// Reads the one key of a document, private or public, of whatever type it is.
  ///
  /// - Parameter text: One document with the label `PRIVATE KEY`, `EC PRIVATE KEY`, `RSA PRIVATE KEY`, `PUBLIC KEY` or
  ///   `RSA PUBLIC KEY`.
  /// - Returns: The key without a name, or `nil` when it is none of these or is encrypted.
  /// - Throws: ``AuthError/key(_:)`` for a key that no token may rely on.
  static func read(_ text: String) throws(AuthError) -> JSONWebKey? {
    guard let material = text.contains("PRIVATE KEY-----") ? secret(text) : open(text) else { return nil }
    let key = try JSONWebKey(material, KeyAttributes())
    // What is refused of a key in JSON is refused of this one, too.
    if let members = key.publicMembers { _ = try JSONWebKey(members) }
    return key
  }

  private static func secret(_ text: String) -> KeyMaterial? {
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) { return .p256(key.publicKey, key) }
    if let key = try? P384.Signing.PrivateKey(pemRepresentation: text) { return .p384(key.publicKey, key) }
    if let key = try? P521.Signing.PrivateKey(pemRepresentation: text) { return .p521(key.publicKey, key) }
    if let key = try? Curve25519.Signing.PrivateKey(pemRepresentation: text) {
      return .ed25519(key.publicKey, key)
    }
    if let key = try? Curve25519.KeyAgreement.PrivateKey(pemRepresentation: text) {
      return .x25519(key.publicKey, key)
    }
    return (try? RSA.Signing.PrivateKey(pemRepresentation: text)).map { .rsa(RSAKey(privateKey: $0)) }
  }

  private static func open(_ text: String) -> KeyMaterial? {
    if let key = try? P256.Signing.PublicKey(pemRepresentation: text) { return .p256(key, nil) }
    if let key = try? P384.Signing.PublicKey(pemRepresentation: text) { return .p384(key, nil) }
    if let key = try? P521.Signing.PublicKey(pemRepresentation: text) { return .p521(key, nil) }
    if let key = try? Curve25519.Signing.PublicKey(pemRepresentation: text) { return .ed25519(key, nil) }
    if let key = try? Curve25519.KeyAgreement.PublicKey(pemRepresentation: text) { return .x25519(key, nil) }
    return (try? RSA.Signing.PublicKey(pemRepresentation: text)).map { .rsa(RSAKey(publicKey: $0)) }
  }
}

extension SignatureAlgorithm: CommandLineValue {}
extension KeyManagementAlgorithm: CommandLineValue {}
extension ContentEncryptionAlgorithm: CommandLineValue {}

/// The kinds of keys as they are typed: `P-256`, `p256` and `rsa` are all understood.
struct KeyKindWord: CommandLineValue {
  let kind: KeyKind

  init?(commandLine word: String) {
    let wanted = Self.plain(word)
    guard let kind = KeyKind.allCases.first(where: { Self.plain($0.rawValue) == wanted }) else { return nil }
    self.kind = kind
  }

  var commandLineWord: String { kind.rawValue }
  static var completion: Completion { .words(KeyKind.allCases.map(\.rawValue)) }

  private static func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" } }
}

extension KeyUse: CommandLineValue {}
