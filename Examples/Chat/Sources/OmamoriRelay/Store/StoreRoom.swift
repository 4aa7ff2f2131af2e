/// How much a store holds and has free, from which follows what one account may keep in it.
///
/// Attachments have one half of the store, and everything else the other.
struct StoreRoom: Sendable, Hashable {
  /// The bytes that are free.
  let free: Int64
  /// The bytes that are in use, those of attachments included.
  let used: Int64
  /// The bytes of attachments.
  let attachments: Int64

  private var half: Int64 { (free + used) / 2 }

  /// The free bytes of the half for attachments.
  private var attachmentsFree: Int64 { min(free, half - attachments) }
  /// The free bytes of the other half.
  private var otherFree: Int64 { min(free, half - (used - attachments)) }

  /// Whether the half that is not for attachments is half full.
  var isNarrow: Bool { otherFree < half / 2 }

  /// What all accounts of one address of the network may store in attachments on a day.
  var attachmentsOfNetwork: Int64 { half / 8 }

  /// What one account may keep in attachments.
  var attachmentShare: Int64 { Self.share(of: half, free: attachmentsFree) }

  /// What one account may keep in one-time entries: 104 entries with keys of ML-KEM-1024, where a client publishes 100.
  static let entryShare: Int64 = 208 << 10

  /// How many accounts there may be so that half of the other half has room for the one-time entries of all of them.
  var accounts: Int64 { half / 2 / Self.entryShare }

  /// What the envelopes of one sender may take, in all mailboxes together: a share of three quarters of the other half, and a
  /// quarter of it divided by the number of accounts in any case.
  func envelopeShare(for accounts: Int) -> Int64 {
    let floor = half / 4 / Int64(max(1, accounts))
    return max(Self.share(of: half * 3 / 4, free: otherFree - half / 4), floor)
  }

  /// What one of many may have of a room that all of them share, with nothing taken back from anybody.
  ///
  /// It is an eighth of the room while that is empty and falls with the cube of the part that is free, so that whoever comes
  /// one after another and takes all there is to be had leaves 1/√(1 + n/4) of it after n of them: 58 % after eight, 20 % after
  /// a hundred, 2 % after ten thousand.
  ///
  /// - Parameters:
  ///   - room: The room.
  ///   - free: How much of it is free.
  /// - Returns: How much one may have in all.
  static func share(of room: Int64, free: Int64) -> Int64 {
    let part = Double(min(max(free, 0), room)) / Double(max(room, 1))
    return Int64(Double(max(room, 0)) / 8 * part * part * part)
  }
}
