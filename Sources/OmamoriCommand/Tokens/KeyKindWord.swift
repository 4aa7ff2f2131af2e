#if !canImport(Darwin)
public import CommandLineKit
public import OmamoriAuth

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
#endif
