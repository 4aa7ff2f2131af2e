#if !canImport(Darwin)
public import OmamoriCore
import OmamoriTPM

/// A secret that one TPM gives out for a PIN, and nobody without both.
///
/// The bytes are no secret themselves and may be kept in any file; whoever swaps them for others gets another secret
/// released, never this one. A value; safe to share between threads.
public struct PINSealedSecret: Sendable, Hashable {
  /// What to keep; at most a few hundred bytes.
  public var bytes: Data { Data(object.bytes) }

  let object: SealedObject

  init(_ object: SealedObject) { self.object = object }

  /// Reads what was kept; whether the TPM opens it shows at the first request.
  ///
  /// - Parameter bytes: What ``bytes`` was.
  /// - Throws: ``DeviceError/authentication(_:)`` with ``AuthenticationFault/invalidSealedSecret``.
  public init(bytes: Data) throws(DeviceError) {
    do throws(TPMError) {
      object = try SealedObject(bytes: Array(bytes))
    } catch {
      throw .authentication(.invalidSealedSecret)
    }
  }
}
#endif
