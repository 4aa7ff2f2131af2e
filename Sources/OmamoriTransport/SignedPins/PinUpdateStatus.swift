public import OmamoriCore

/// Which pins count, and why.
///
/// In every state the hosts are pinned. A value; safe to share between threads.
public enum PinUpdateStatus: Sendable, Hashable {
  /// No set was ever accepted: the pins that the app was built with count.
  case builtIn
  /// A set counts, for these patterns.
  case updated(sequence: UInt64, expires: Date, hosts: [HostPattern])
  /// The newest set has expired: the pins that the app was built with count again.
  case expired(sequence: UInt64)
  /// The set that was kept is signed by no key that is believed any more, or is damaged: the pins that the app was built
  /// with count, and older sets stay refused.
  case unusable(sequence: UInt64)
  /// The store could not answer: the pins that the app was built with count, and no set is accepted until it can,
  /// because nobody knows which one would be older.
  case storeUnavailable(SecretStoreProblem)

  /// The state as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .builtIn:
      LocalizedText("The pins that the app was built with are in use.", ja: "アプリに組み込まれたピンを使用しています。")
    case .updated(let sequence, _, let hosts):
      LocalizedText(
        "Pin set \(sequence) is in use for \(hosts.count) hosts.",
        ja: "ピンのセット\(sequence)を\(hosts.count)件のホストに使用しています。")
    case .expired(let sequence):
      LocalizedText(
        "Pin set \(sequence) has expired; the pins that the app was built with are in use.",
        ja: "ピンのセット\(sequence)の期限が切れたため、アプリに組み込まれたピンを使用しています。")
    case .unusable(let sequence):
      LocalizedText(
        "Pin set \(sequence) can no longer be verified; the pins that the app was built with are in use.",
        ja: "ピンのセット\(sequence)を検証できなくなったため、アプリに組み込まれたピンを使用しています。")
    case .storeUnavailable(let problem):
      LocalizedText(
        "The newest pin set is not known; the pins that the app was built with are in use. "
          + CoreError.secretStore(problem).explanation.english,
        ja: "最新のピンのセットを確認できないため、アプリに組み込まれたピンを使用しています。"
          + CoreError.secretStore(problem).explanation.japanese)
    }
  }
}
