import COpenSSL
import OmamoriCore

/// The contexts of a key that wait for their next use, since preparing one takes about a tenth of the time of a
/// signature.
///
/// A thread takes a context out, uses it alone and puts it back; threads that find none make one. Safe to
/// use from any thread.
final class PublicKeyContexts: Sendable {
  @safe
  // because whoever has the value is the only one who uses the context
  private struct Idle: @unchecked Sendable {
    let operation: PublicKeyOperation
    let context: OpaquePointer
  }

  /// How many wait at most; more are freed.
  private static let capacity = 8
  private let idle = Protected<[Idle]>([])

  deinit {
    for entry in idle.withLock({ $0 }) {
      unsafe Self.free(entry.context, entry.operation)  // because nobody else has it, as the key is gone
    }
  }

  /// A context that was prepared for the operation, or `nil`.
  func take(_ operation: PublicKeyOperation) -> OpaquePointer? {
    let entry = idle.withLock { idle in
      idle.lastIndex { $0.operation == operation }.map { idle.remove(at: $0) }
    }
    return unsafe entry?.context  // because the caller is the only one who has it now
  }

  /// Keeps a context for the next use.
  func put(_ context: OpaquePointer, _ operation: PublicKeyOperation) {
    let entry = unsafe Idle(operation: operation, context: context)  // because the caller gives it up
    let isKept = idle.withLock { idle in
      guard idle.count < Self.capacity else { return false }
      idle.append(entry)
      return true
    }
    if !isKept { unsafe Self.free(context, operation) }  // because nobody else has it
  }

  /// Frees a context that nobody uses.
  static func free(_ context: OpaquePointer, _ operation: PublicKeyOperation) {
    // because the operation says of which type the context is
    if operation.hashesMessage { unsafe EVP_MD_CTX_free(context) } else { unsafe EVP_PKEY_CTX_free(context) }
  }
}

/// What a key is used for; a context that was prepared for one operation serves it again and again.
enum PublicKeyOperation: Hashable {
  case agree
  case signEC
  case verifyEC
  case signEd
  case verifyEd
  case signRSA(PublicKeyHandle.RSAPadding)
  case verifyRSA(PublicKeyHandle.RSAPadding)

  /// Whether its context is an `EVP_MD_CTX`, as OpenSSL wants for algorithms that hash the message themselves.
  var hashesMessage: Bool { self == .signEd || self == .verifyEd }

  /// Whether threads that do this with one key get in each other's way.
  var needsOwnKey: Bool {
    if case .verifyRSA = self { true } else { false }
  }
}
