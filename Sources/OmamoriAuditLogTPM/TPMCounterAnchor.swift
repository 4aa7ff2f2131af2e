public import OmamoriAuditLog
public import OmamoriCore
import OmamoriCrypto
import OmamoriTPM

/// An anchor in a TPM's counter, which nobody can turn back, not even the machine's owner.
///
/// Each checkpoint says what the counter is about to stand at and is followed by one count, so a log whose newest
/// checkpoint has a lower number is an old copy. A TPM's memory wears out after about 100,000 counts: with a checkpoint
/// every five minutes of a log that is never silent that is about a year, so ask for fewer. Each run and
/// each segment counts once more. Safe to use from any thread.
public final class TPMCounterAnchor: LogAnchor {
  private let tpm: TPM
  private let secret: SharedSecretBytes

  /// Uses the TPM that the variable `TPM2TOOLS_TCTI` names, or else the kernel's.
  ///
  /// - Parameters:
  ///   - store: Where the counter's key is, which is made when there is none.
  ///   - name: The key's name.
  /// - Throws: `AuditLogError.anchor(_:)` for an address that is none, and `AuditLogError.core(_:)` when the store
  ///   cannot answer.
  public convenience init(
    store: some SecretStore, name: String = "audit-log.counter"
  ) async throws(AuditLogError) {
    let device: TPMDevice
    do throws(TPMError) { device = TPMDevice(at: try .standard()) } catch { throw .anchor(.unreachable) }
    try await self.init(TPM(device), store: store, name: name)
  }

  init(_ tpm: TPM, store: some SecretStore, name: String = "audit-log.counter") async throws(AuditLogError) {
    self.tpm = tpm
    do throws(CoreError) {
      secret = SharedSecretBytes(try await store.secret(named: name, orInsertingRandom: 32))
    } catch {
      throw .core(error)
    }
  }

  /// What the counter stands at.
  ///
  /// - Parameter log: The log.
  /// - Returns: The number; nothing when there is no counter yet.
  /// - Throws: `AuditLogError.anchor(_:)` when the TPM does not answer, and with `AnchorFault.mismatch` for a counter
  ///   of somebody else.
  public func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge {
    let counter = try counter(log)
    do throws(TPMError) {
      return AnchorKnowledge(counter: try await tpm.read(counter))
    } catch .counterMissing {
      // The first number is known when the counter is there.
      do throws(TPMError) {
        return AnchorKnowledge(counter: try await tpm.create(counter), isCounterNew: true)
      } catch {
        throw Self.fault(error)
      }
    } catch {
      throw Self.fault(error)
    }
  }

  /// Counts up to the number that the checkpoint names.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint; one that names no number changes nothing.
  ///   - previous: Not needed.
  /// - Throws: `AuditLogError.anchor(_:)` with `AnchorFault.rolledBack` when the counter is beyond it.
  public func remember(
    _ checkpoint: Checkpoint, after previous: Checkpoint?
  ) async throws(AuditLogError) {
    guard let goal = checkpoint.counter else { return }
    let counter = try counter(checkpoint.key)
    do throws(TPMError) {
      let value = try await tpm.read(counter)
      guard value <= goal else { throw TPMError.notACounter }
      if value < goal { _ = try await tpm.increment(counter) }
    } catch .notACounter {
      throw .anchor(.rolledBack)
    } catch {
      throw Self.fault(error)
    }
  }

  /// The log's counter: its place follows from the log's key.
  private func counter(_ log: LogKey) throws(AuditLogError) -> TPMCounter {
    let digest = SHA256.hash(data: Array("omamori audit log counter".utf8) + log.rawRepresentation)
    let number = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let range = TPMCounter.indexes
    do throws(TPMError) {
      return try TPMCounter(
        index: range.lowerBound + number % UInt32(range.count), authorization: secret)
    } catch {
      throw .anchor(.unreachable)
    }
  }

  private static func fault(_ error: TPMError) -> AuditLogError {
    switch error {
    case .wrongAuthorization, .notACounter, .tampered: .anchor(.mismatch)
    case .cancelled: .cancelled
    default: .anchor(.unreachable)
    }
  }
}
