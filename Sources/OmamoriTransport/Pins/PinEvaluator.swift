public import OmamoriCore

/// Compares the pins of a host with a validated chain.
///
/// Made once for a host; the digests of a chain are computed once for the chain, so that looking again before every
/// request costs less than a microsecond. A value; safe to share between threads.
public struct PinEvaluator: Sendable {
  private struct Entry {
    let index: Int
    let pin: Pin
    let digest: PinDigest
  }

  private let pins: PinSet?
  private let lists: [(list: PinVerdict.List, entries: [Entry])]

  /// Makes an evaluator.
  ///
  /// - Parameter pins: The pins of the host; `nil` for none.
  public init(_ pins: PinSet?) {
    self.pins = pins
    let all: [(PinVerdict.List, [Pin])] =
      pins.map { [(.leaf, $0.leaf), (.authorities, $0.authorities), (.anywhere, $0.anywhere)] } ?? []
    lists = all.filter { !$0.1.isEmpty }.map { list, pins in (list, Self.entries(pins)) }
  }

  /// The pins in the order in which they are looked for: a primary one that fits is named before a backup.
  private static func entries(_ pins: [Pin]) -> [Entry] {
    let entries = pins.enumerated().compactMap { index, pin in
      PinDigest(pin.digest).map { Entry(index: index, pin: pin, digest: $0) }
    }
    return entries.filter { $0.pin.role == .primary } + entries.filter { $0.pin.role == .backup }
  }

  /// Says what becomes of the pins on a connection.
  ///
  /// Every list that is not empty needs a match. Of several pins of a list that fit, the verdict names a primary one
  /// before a backup, and the lowest depth. An expired set matches nothing, whatever the chain.
  ///
  /// - Parameters:
  ///   - chain: The validated chain; certificates that a server merely sent never get here.
  ///   - date: The time by which expiry is judged.
  /// - Returns: What was found.
  public func verdict(on chain: TrustedChain, at date: Date) -> PinVerdict {
    guard let pins else { return PinVerdict(outcome: .notPinned) }
    let remaining = pins.expiry?.timeIntervalSince(date)
    // Turned around so that a time that is no number counts as past.
    if let expiry = pins.expiry, let remaining, !(remaining >= 0) {
      return PinVerdict(outcome: .expired(expiry), mode: pins.mode)
    }
    let warning = remaining.map { $0 <= pins.warningPeriod } == true ? pins.expiry : nil
    var (matches, missing): ([PinVerdict.Match], [PinVerdict.List]) = ([], [])
    for (list, entries) in lists {
      if let match = match(list, entries, chain.digests, pins.greatestDepth) {
        matches.append(match)
      } else {
        missing.append(list)
      }
    }
    let outcome: PinVerdict.Outcome = missing.isEmpty ? .matched(matches) : .mismatched(missing)
    return PinVerdict(outcome: outcome, mode: pins.mode, expiresSoon: warning)
  }

  private func match(
    _ list: PinVerdict.List, _ entries: [Entry], _ chain: ChainDigests, _ greatestDepth: Int?
  ) -> PinVerdict.Match? {
    for entry in entries {
      let digests = chain.digests(entry.pin.kind)
      let end = min(
        digests.count, list == .leaf ? 1 : greatestDepth.map { min($0, digests.count) + 1 } ?? digests.count)
      var depth = list == .authorities ? 1 : 0
      while depth < end {
        if digests[depth].equals(entry.digest) {
          return PinVerdict.Match(list: list, index: entry.index, pin: entry.pin, depth: depth)
        }
        depth += 1
      }
    }
    return nil
  }
}
