#if !canImport(Darwin)
import Foundation
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// A server of the matrix with what is expected of it.
struct MatrixCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The host that the client asks for.
  var host = "localhost"
  /// What the validator has against it.
  var faults: Set<TrustFault> = []
  /// Because of what App Transport Security refuses it.
  var refusals: Set<ServerRequirement> = []
  /// What should be better.
  var advice: Set<ServerRequirement> = []
  /// How many of the 16 configurations accept it on iOS 17, where exceptions for TLS 1.0 and 1.1 count.
  var passed = 16
  /// Whether both roots are trusted.
  var trustsBoth = false
  /// Whether programs such as sslscan can be asked about it.
  var isComparable = true
  let settings: @Sendable (MatrixAuthority) throws -> ServerSettings

  var testDescription: String { name }
}
#endif
