#if !canImport(Darwin)
import OmamoriCore
import OmamoriMessaging

/// An account that was restored says so at the relay, and the one that the export is from stops.
extension ChatAccount {
  /// Says at the relay that the account goes on here, when it was restored.
  ///
  /// The envelope is never acknowledged here, so the other machine finds it, whenever it looks.
  func leaveMark() async throws {
    if let mark = try await mark(ChatRecord.mark) {
      do {
        try await relay.post(try mark.sealed(by: sealer), mark.identifier, to: messenger.address)
      } catch is RelayRefusal {
        // The next time that envelopes are fetched it is tried again.
        return
      }
    }
    hasLeftMark = true
  }

  /// Takes an envelope of the account to itself.
  ///
  /// What came before it is for this machine and was opened; what comes after it is not.
  ///
  /// - Returns: Whether the relay may forget it.
  /// - Throws: ``CryptoFault`` when the account was restored elsewhere, which is noted.
  func take(_ envelope: RelayedEnvelope) async throws -> Bool {
    if let successor = try await successor(in: envelope) {
      try await store.put(ChatRecord.successor, successor.encoded)
      throw CryptoFault.restoredElsewhere(successor.time)
    }
    let isOwn = try await mark(ChatRecord.mark).map {
      RestorationMark(envelope.bytes, openedBy: sealer) == $0
    }
    if isOwn == true { hasLeftMark = true }
    return isOwn != true
  }

  /// The mark of a restoration elsewhere; `nil` for anything else.
  private func successor(in envelope: RelayedEnvelope) async throws -> RestorationMark? {
    guard let found = RestorationMark(envelope.bytes, openedBy: sealer) else { return nil }
    let own = try await mark(ChatRecord.mark)
    return found != own && found.replaces(own) ? found : nil
  }

  /// Refuses to go on with an account that was seen to be restored elsewhere.
  func staysHere() async throws {
    if let mark = try await mark(ChatRecord.successor) { throw CryptoFault.restoredElsewhere(mark.time) }
  }

  /// Asks the relay whether the account was restored elsewhere; nothing is opened, and the relay forgets nothing.
  func askWhetherHere() async throws {
    try await staysHere()
    var (position, hasMore): (UInt64, Bool) = (0, true)
    while hasMore {
      let page = try await relay.envelopes(after: position, wait: 0)
      for envelope in page.list {
        if envelope.sender == messenger.address, let mark = try await successor(in: envelope) {
          throw CryptoFault.restoredElsewhere(mark.time)
        }
        position = max(position, envelope.sequence)
      }
      hasMore = page.more && !page.list.isEmpty
    }
  }

  private func mark(_ name: RecordName) async throws -> RestorationMark? {
    try await store.record(name).map { try RestorationMark(decoding: $0.bytes) }
  }
}
#endif
