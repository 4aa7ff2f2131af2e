/// Functions that turn passwords into keys slowly, which CryptoKit lacks.
///
/// For storing passwords use ``PasswordHasher``, and for keys from secrets that nobody can guess ``HKDF``.
public enum KDF: Sendable {}
