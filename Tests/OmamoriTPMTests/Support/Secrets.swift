import OmamoriCore
import OmamoriTPM

extension SharedSecretBytes {
  convenience init(_ text: String) { self.init(SecretBytes(copying: Array(text.utf8))) }
  convenience init(_ bytes: [UInt8]) { self.init(SecretBytes(copying: bytes)) }
}

extension TPMDevice {
  /// Opens an object and compares what was in it.
  func opens(
    _ object: SealedObject, pin: SharedSecretBytes? = nil, to expected: SharedSecretBytes
  ) throws(TPMError) -> Bool {
    SharedSecretBytes(try unseal(object, pin: pin)) == expected
  }
}
