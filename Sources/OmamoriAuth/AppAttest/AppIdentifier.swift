import OmamoriCore
import OmamoriCrypto

/// An app, as Apple names it in attestations: the team, a dot and the bundle.
///
/// A value; safe to share between threads.
public struct AppIdentifier: Sendable, Hashable {
  /// The identifier of the team, such as `A1B2C3D4E5`.
  public let team: String
  /// The identifier of the bundle, such as `com.example.app`.
  public let bundle: String

  /// Names an app.
  ///
  /// - Parameters:
  ///   - team: The identifier of the team: ten capital letters and digits of ASCII.
  ///   - bundle: The identifier of the bundle: 1 to 155 letters, digits, dots and hyphens of ASCII.
  /// - Throws: ``AuthError/configuration(_:)`` for another form.
  public init(team: String, bundle: String) throws(AuthError) {
    guard team.utf8.count == 10, team.utf8.allSatisfy(Self.isTeamCharacter),
      1...155 ~= bundle.utf8.count, bundle.utf8.allSatisfy(Self.isBundleCharacter)
    else { throw .configuration(.clientIdentifier) }
    (self.team, self.bundle) = (team, bundle)
  }

  /// The identifier as it stands in a receipt, such as `A1B2C3D4E5.com.example.app`.
  public var text: String { team + "." + bundle }

  /// What stands for the app in an attestation.
  var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }

  /// Whether the identifiers that Apple gives to teams and keys have it.
  static func isTeamCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }

  private static func isBundleCharacter(_ byte: UInt8) -> Bool {
    isTeamCharacter(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
  }
}
