import Testing

/// The commands that encrypt and hash.
///
/// Their suites run one after the other: each keeps all cores busy by itself.
@Suite("Commands that encrypt and hash", .serialized) enum EncryptionCommands {}
