#if !canImport(Darwin)

extension AES {
  /// A code of 16 bytes that ``AES/CMAC`` made.
  ///
  /// Compared in constant time. A value; safe to share between threads.
  public struct CMACCode: MessageAuthenticationCode {
    private let code: UInt128

    init(code: UInt128) { self.code = code.bigEndian }

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
#endif
