import OmamoriCore

/// The part of a program's security that an ``AuditEvent`` is about.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AuditCategory: String, Sendable, Hashable, CaseIterable {
  /// Signing in and proving who one is.
  case authentication
  /// Sessions and their tokens.
  case session
  /// Stored secrets.
  case keychain
  /// Keys and sealed data.
  case cryptography
  /// Connections, certificates and pins.
  case transport
  /// The state of the device and of the program.
  case integrity
  /// What is allowed, and decisions about it.
  case policy
  /// Reading, exporting and deleting data.
  case dataAccess = "data-access"
  /// Accounts, roles and configuration.
  case administration
  /// Conversations and their keys.
  case messaging
  /// The log itself.
  case log
  /// What only the app knows.
  case application

  init(_ category: SecurityEvent.Category) {
    switch category {
    case .cryptography: self = .cryptography
    case .keychain: self = .keychain
    case .transport: self = .transport
    case .authentication: self = .authentication
    case .device: self = .integrity
    case .messaging: self = .messaging
    case .log: self = .log
    case .application: self = .application
    }
  }
}
