public import OmamoriCore

extension AES {
  /// Message authentication with AES (SP 800-38B, RFC 4493), which CryptoKit lacks.
  ///
  /// Has no state; safe to use from any thread.
  public enum CMAC: Sendable {
    /// The length of a code in bytes: 16.
    public static var byteCount: Int { CMACState.byteCount }

    /// The code of data.
    ///
    /// - Parameters:
    ///   - data: Bytes of any length.
    ///   - key: A key of 128, 192 or 256 bits.
    /// - Returns: The code.
    /// - Throws: ``CryptoKitError/incorrectKeySize``.
    public static func authenticationCode<D: DataProtocol>(
      for data: D,
      using key: SymmetricKey
    ) throws(CryptoKitError) -> AES.CMACCode {
      try data.withRawSpan { data throws(CryptoKitError) in try code(data, key) }
    }

    /// Says whether a code belongs to the data and the key, in constant time.
    ///
    /// - Parameters:
    ///   - authenticationCode: The code that was received; a shortened one is not valid.
    ///   - authenticatedData: The data that were received.
    ///   - key: The key.
    /// - Returns: Whether the sender had the key and the data are unchanged.
    /// - Throws: ``CryptoKitError/incorrectKeySize``.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
      _ authenticationCode: C,
      authenticating authenticatedData: D,
      using key: SymmetricKey
    ) throws(CryptoKitError) -> Bool {
      let expected = try self.authenticationCode(for: authenticatedData, using: key)
      // because both buffers are only read during the calls
      return unsafe authenticationCode.withUnsafeBytes { received in
        unsafe expected.withUnsafeBytes { unsafe ConstantTime.equal($0.bytes, received.bytes) }
      }
    }

    private static func code(_ data: RawSpan, _ key: SymmetricKey) throws(CryptoKitError) -> AES.CMACCode {
      guard [16, 24, 32].contains(key.byteCount) else { throw .incorrectKeySize }
      do throws(CryptoError) {
        let state = try key.withBytes { key throws(CryptoError) in try CMACState(key: key) }
        try state.update(data)
        return AES.CMACCode(code: try state.finish())
      } catch {
        throw CryptoKitError(error)
      }
    }
  }
}

extension AES {
  /// A code of 16 bytes that ``AES/CMAC`` made.
  ///
  /// Compared in constant time.
  public struct CMACCode: MessageAuthenticationCode {
    private let code: UInt128

    package init(code: UInt128) { self.code = code.bigEndian }

    /// The number of bytes: 16.
    public var byteCount: Int { CMACState.byteCount }

    /// The name of the function and the bytes in hexadecimal, such as `AES-CMAC: 4b39…`.
    public var description: String { "AES-CMAC: \(Hexadecimal.text(of: self))" }

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe Swift.withUnsafeBytes(of: code, body)
    }
  }
}
