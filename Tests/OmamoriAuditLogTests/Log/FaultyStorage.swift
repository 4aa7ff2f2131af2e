import OmamoriCore

@testable import OmamoriAuditLog

/// A storage whose files fail from the moment on at which a test says so.
final class FaultyStorage: LogStorage {
  /// What fails.
  enum Fault: Sendable, Equatable {
    case append
    case synchronize
    /// Waiting for the disk takes until the fault is taken away.
    case standstill
    /// No file can be made.
    case create
    /// Nobody says how large a file is.
    case size
  }

  private let base: any LogStorage
  let fault = Protected<Fault?>(nil)
  let flushes = Protected(0)
  let appends = Protected(0)

  init(_ base: any LogStorage) { self.base = base }

  func names() throws(AuditLogError) -> [String] { try base.names() }
  func read(_ name: String, limit: Int) throws(AuditLogError) -> [UInt8]? {
    try base.read(name, limit: limit)
  }
  func replace(_ name: String, with bytes: [UInt8]) throws(AuditLogError) {
    try base.replace(name, with: bytes)
  }
  func create(_ name: String, with bytes: [UInt8]) throws(AuditLogError) -> any LogFile {
    if fault.current == .create { throw .storage(.full) }
    return File(try base.create(name, with: bytes), self)
  }
  func size(_ name: String) throws(AuditLogError) -> Int? {
    if fault.current == .size { throw .storage(.failed(code: 5)) }
    return try base.size(name)
  }
  func remove(_ name: String) throws(AuditLogError) { try base.remove(name) }
  func lock() throws(AuditLogError) -> any LogFile { try base.lock() }

  private final class File: LogFile {
    private let base: any LogFile
    private let owner: FaultyStorage

    init(_ base: any LogFile, _ owner: FaultyStorage) { (self.base, self.owner) = (base, owner) }

    var size: Int { base.size }

    func append(_ bytes: [UInt8]) throws(AuditLogError) {
      owner.appends.withLock { $0 += 1 }
      if owner.fault.current == .append {
        try base.append(Array(bytes.prefix(bytes.count / 2)))
        throw .storage(.failed(code: 5))
      }
      try base.append(bytes)
    }

    func synchronize() throws(AuditLogError) {
      while owner.fault.current == .standstill { Pause.milliseconds(5) }
      owner.flushes.withLock { $0 += 1 }
      if owner.fault.current == .synchronize { throw .storage(.failed(code: 5)) }
      try base.synchronize()
    }

    func close() { base.close() }
  }
}
