#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth
import OmamoriCore

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
#endif
