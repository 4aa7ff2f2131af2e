import OmamoriCore

/// An anchor in a small file: the newest checkpoint of one log, as the signed note that it is.
///
/// Best on another disk or in a folder of another machine, where whoever can put back an old log cannot put back an old
/// witness. It is replaced in one step and never with an older or another checkpoint. Safe to use from any thread;
/// several processes may use it at once.
public struct WitnessFileAnchor: LogAnchor {
  private static let greatestSize = 16 << 10
  private let folder: String
  private let name: String

  /// Names the file; it is made when something is remembered first.
  ///
  /// - Parameter path: The path, one a log; its folder must be there.
  public init(path: String) {
    let split = path.lastIndex(of: "/")
    folder = split.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = split.map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The checkpoint in the file.
  ///
  /// - Parameter log: The log.
  /// - Returns: The checkpoint; that it is missing when there is no file.
  /// - Throws: ``AuditLogError/anchor(_:)`` when the folder cannot be reached, and with ``AnchorFault/mismatch`` when there
  ///   is something else in the file than a checkpoint that the log signed.
  public func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge {
    let (folder, name) = (folder, name)
    return try await Self.onThread { () throws(AuditLogError) in
      let storage = try Self.storage(folder)
      let known = try Self.read(name, in: storage, of: log)
      return AnchorKnowledge(checkpoint: known, isMissing: known == nil)
    }
  }

  /// Puts the checkpoint in the place of the one before, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint.
  ///   - previous: What the file has to hold.
  /// - Throws: ``AuditLogError/anchor(_:)``, with ``AnchorFault/missing`` when the file is gone.
  public func remember(
    _ checkpoint: Checkpoint, after previous: Checkpoint?
  ) async throws(AuditLogError) {
    let (folder, name) = (folder, name)
    try await Self.onThread { () throws(AuditLogError) in
      let storage = try Self.storage(folder)
      let lock = try Self.lock(name, in: storage)
      defer { lock.close() }
      let known = try Self.read(name, in: storage, of: checkpoint.key)
      // Somebody removed the file while the log was written.
      if known == nil, previous != nil { throw .anchor(.missing) }
      guard known?.size == previous?.size, known?.root == previous?.root else {
        throw .anchor((known?.size ?? 0) > checkpoint.size ? .rolledBack : .mismatch)
      }
      guard checkpoint.size >= known?.size ?? 0 else { throw .anchor(.rolledBack) }
      do throws(AuditLogError) {
        try storage.replace(name, with: checkpoint.note)
      } catch {
        throw .anchor(.unreachable)
      }
    }
  }

  private static func storage(_ folder: String) throws(AuditLogError) -> FolderStorage {
    do throws(AuditLogError) {
      return try FolderStorage(folder, makesMissing: false, isShared: true)
    } catch {
      throw .anchor(.unreachable)
    }
  }

  private static func lock(
    _ name: String, in storage: FolderStorage
  ) throws(AuditLogError) -> any LogFile {
    // Another process holds it no longer than it takes to write a small file.
    for _ in 0..<200 {
      do throws(AuditLogError) {
        return try storage.lock(named: ".\(name).lock")
      } catch {
        guard error == .storage(.inUse) else { throw .anchor(.unreachable) }
        Pause.milliseconds(10)
      }
    }
    throw .anchor(.unreachable)
  }

  private static func read(
    _ name: String, in storage: FolderStorage, of log: LogKey
  ) throws(AuditLogError) -> Checkpoint? {
    let note: [UInt8]?
    do throws(AuditLogError) {
      note = try storage.read(name, limit: greatestSize)
    } catch {
      throw .anchor(.unreachable)
    }
    guard let note else { return nil }
    do throws(AuditLogError) {
      return try Checkpoint(note: note, verifiedBy: log)
    } catch {
      throw .anchor(.mismatch)
    }
  }

  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(AuditLogError) -> Value
  ) async throws(AuditLogError) -> Value {
    try await OwnThread.run(work)
  }
}
