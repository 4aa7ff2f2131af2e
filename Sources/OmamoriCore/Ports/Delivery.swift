/// Hands batches of records on to whoever collects them; a port that a connection, a file or a test fulfils.
///
/// The caller sends a batch again until it is acknowledged, so the same batch may arrive more than once; its
/// ``DeliveryBatch/identifier`` tells. Safe to use from any thread.
public protocol Delivery: Sendable {
  /// Hands a batch on and waits until the other side has it for good.
  ///
  /// - Parameter batch: The batch.
  /// - Returns: What the other side said of it.
  /// - Throws: ``DeliveryProblem``; the batch may have arrived all the same.
  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt
}

/// Records that are handed on together.
public struct DeliveryBatch: Sendable, Hashable {
  /// What is the same each time the batch is sent, and no other batch has.
  public let identifier: String
  /// The number of the first record.
  public let firstRecord: UInt64
  /// The number of records.
  public let count: Int
  /// The kind of ``records``, such as `application/x-ndjson`.
  public let mediaType: String
  /// The records, each whole and in the order of their numbers.
  public let records: [[UInt8]]

  /// Makes a batch.
  public init(
    identifier: String, firstRecord: UInt64, mediaType: String, records: [[UInt8]]
  ) {
    (self.identifier, self.firstRecord) = (identifier, firstRecord)
    (self.mediaType, self.records, count) = (mediaType, records, records.count)
  }
}

/// Why a ``Delivery`` did not take a batch, or why it is not known whether it did.
@nonexhaustive
public enum DeliveryProblem: Error, Sendable, Hashable {
  /// The other side cannot be reached, or broke off.
  case unreachable
  /// It is not the one that was asked for, or the connection is not safe.
  case untrusted
  /// It asks to wait, this long when it says.
  case busy(retryAfter: Duration?)
  /// It refuses this batch and will refuse it again.
  case rejected
  /// It does not accept who asks.
  case denied
  /// What it answered cannot be understood.
  case invalidAnswer
  /// The caller cancelled.
  case cancelled

  /// The problem, as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .unreachable: LocalizedText("The collector cannot be reached.", ja: "収集サーバーに接続できません。")
    case .untrusted: LocalizedText("The collector is not trusted.", ja: "収集サーバーを信頼できません。")
    case .busy: LocalizedText("The collector asks to wait.", ja: "収集サーバーが混雑しています。")
    case .rejected: LocalizedText("The collector refused the records.", ja: "収集サーバーが記録を拒否しました。")
    case .denied: LocalizedText("The collector refused access.", ja: "収集サーバーがアクセスを拒否しました。")
    case .invalidAnswer:
      LocalizedText("The collector's answer cannot be understood.", ja: "収集サーバーの応答を解釈できません。")
    case .cancelled: LocalizedText("The delivery was cancelled.", ja: "送信が取り消されました。")
    }
  }

  /// What to do about it, as a sentence.
  package var recovery: LocalizedText {
    switch self {
    case .unreachable, .busy, .cancelled:
      LocalizedText("The records stay and are sent again.", ja: "記録は保持され、再送されます。")
    case .untrusted:
      LocalizedText("Check its certificate and the pins.", ja: "証明書とピンを確認してください。")
    case .rejected:
      LocalizedText("Check what formats it takes.", ja: "受け付ける形式を確認してください。")
    case .denied: LocalizedText("Check the credentials.", ja: "認証情報を確認してください。")
    case .invalidAnswer:
      LocalizedText("Check that the address is a collector's.", ja: "収集サーバーのアドレスか確認してください。")
    }
  }
}

/// What the other side said of a batch that it has.
public struct DeliveryReceipt: Sendable, Hashable {
  /// The state of the log that the collector knows now, as a signed note; `nil` when it does not say.
  public let checkpoint: [UInt8]?

  /// Makes a receipt.
  public init(checkpoint: [UInt8]? = nil) { self.checkpoint = checkpoint }
}
