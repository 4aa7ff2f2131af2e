#if !canImport(Darwin)

/// Hybrid public key encryption (RFC 9180), with the interface of CryptoKit's type of the same name.
///
/// A sender encrypts a series of messages to the owner of a private key; see ``Sender`` and ``Recipient``. In the base
/// mode and with a preshared key anybody who has the public key (and the preshared key) can be the sender; in the modes
/// with authentication the recipient knows who it is. Has no state; safe to use from any thread.
public enum HPKE: Sendable {}
#endif
