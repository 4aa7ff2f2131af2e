import OmamoriCore

extension SecretBytes {
  /// Takes over bytes and wipes the array that they came in, where nobody else holds it.
  init(wiping data: consuming Data) {
    self.init(copying: copy data)
    data.resetBytes(in: data.startIndex..<data.endIndex)
  }

  /// What `body` makes of the bytes.
  ///
  /// - Throws: ``KeychainError/wrongType`` when it throws.
  borrowing func decoded<Value>(
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws(KeychainError) -> Value {
    do {
      // because the pointer is used within the closure only
      return try withBytes { bytes in try unsafe bytes.withUnsafeBytes { try unsafe body($0) } }
    } catch {
      throw .wrongType
    }
  }
}
