import OmamoriCore

extension FileOperation {
  /// Calls `body`, whose refusals are those of this operation.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func doing<Value: ~Copyable>(_ body: () throws(SystemFailure) -> Value) throws(CryptoError) -> Value {
    try SystemFailure.rethrown(as: { CryptoError.file(self, code: $0.code) }, body)
  }

  /// Looks at a path.
  ///
  /// - Returns: What is there; `nil` for nothing.
  /// - Throws: `CryptoError.file(_:code:)`.
  func status(of path: String, followsLink: Bool) throws(CryptoError) -> FileStatus? {
    switch FileStatus.of(path, followsLink: followsLink) {
    case .success(let status): return status
    case .failure(let failure):
      guard failure.meansNothingThere else { throw .file(self, code: failure.code) }
      return nil
    }
  }
}

extension PendingFile {
  /// Begins a file that takes the place of `path` in the end.
  ///
  /// - Throws: `CryptoError.destinationExists`, `CryptoError.file(_:code:)`.
  static func beginning(_ path: String, replacing isReplacing: Bool) throws(CryptoError) -> PendingFile {
    try destined(.createTemporary) { () throws(SystemFailure) in
      try PendingFile(path, replacing: isReplacing)
    }
  }

  /// Gives the file its permissions and its name, and brings both to the disk.
  ///
  /// - Parameters:
  ///   - source: The file whose permissions, and owner where allowed, the result gets; `nil` for 0600.
  ///   - isDurable: Whether to wait for the disk.
  /// - Throws: `CryptoError.destinationExists` when a file came to stand there meanwhile, `CryptoError.file(_:code:)`.
  func commit(like source: FileStatus?, isDurable: Bool) throws(CryptoError) {
    if let source {
      try FileOperation.createTemporary.doing { () throws(SystemFailure) in try takeRights(of: source) }
    }
    if isDurable { try FileOperation.synchronize.doing { () throws(SystemFailure) in try synchronize() } }
    try Self.destined(.rename) { () throws(SystemFailure) in try commit(isDurable: isDurable) }
  }

  private static func destined<Value>(
    _ operation: FileOperation, _ body: () throws(SystemFailure) -> Value
  ) throws(CryptoError) -> Value {
    try SystemFailure.rethrown(
      as: {
        $0.meansAlreadyThere ? CryptoError.destinationExists : .file(operation, code: $0.code)
      }, body)
  }
}
