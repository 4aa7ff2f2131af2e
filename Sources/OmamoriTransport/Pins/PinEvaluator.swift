import OmamoriCore
package import OmamoriCrypto

/// Compares the pins of a host with a validated chain.
///
/// Made once for a host; the digests of a chain are computed once for the chain, so that looking again before every
/// request costs about a microsecond.
package struct PinEvaluator: Sendable {
  /// A pin without anything that is counted or copied on the way.
  private struct Entry {
    let index: Int
    let kind: CertificatePin.Kind
    let digest: PinDigest
  }

  /// A list that has pins.
  private struct Condition {
    let list: PinVerdict.List
    let pins: [CertificatePin]
    let entries: [Entry]
  }

  private let pins: PinSet?
  private let conditions: [Condition]

  /// Makes an evaluator.
  ///
  /// - Parameter pins: The pins of the host; `nil` for none.
  package init(_ pins: PinSet?) {
    self.pins = pins
    let all: [(PinVerdict.List, [CertificatePin])] =
      pins.map { [(.leaf, $0.leaf), (.authorities, $0.authorities), (.anywhere, $0.anywhere)] } ?? []
    conditions = all.filter { !$0.1.isEmpty }.map { list, pins in
      Condition(list: list, pins: pins, entries: Self.entries(pins))
    }
  }

  /// The pins in the order in which they are looked for: a primary one that fits is named before a backup.
  private static func entries(_ pins: [CertificatePin]) -> [Entry] {
    let entries = pins.enumerated().compactMap { index, pin in
      PinDigest(pin.digest).map { Entry(index: index, kind: pin.kind, digest: $0) }
    }
    return entries.filter { pins[$0.index].role == .primary }
      + entries.filter { pins[$0.index].role == .backup }
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
  package func verdict(on chain: TrustedChain, at date: Date) -> PinVerdict {
    guard let pins else { return PinVerdict(outcome: .notPinned) }
    let remaining = pins.expiry?.timeIntervalSince(date)
    // Turned around so that a time that is no number counts as past.
    if let expiry = pins.expiry, let remaining, !(remaining >= 0) {
      return PinVerdict(outcome: .expired(expiry), mode: pins.mode)
    }
    let warning = remaining.map { $0 <= pins.warningPeriod } == true ? pins.expiry : nil
    var (matches, missing): ([PinVerdict.Match], [PinVerdict.List]) = ([], [])
    for condition in conditions {
      if let match = match(condition, chain.digests, pins.greatestDepth) {
        matches.append(match)
      } else {
        missing.append(condition.list)
      }
    }
    let outcome: PinVerdict.Outcome = missing.isEmpty ? .matched(matches) : .mismatched(missing)
    return PinVerdict(outcome: outcome, mode: pins.mode, expiresSoon: warning)
  }

  private func match(
    _ condition: Condition, _ chain: ChainDigests, _ greatestDepth: Int?
  ) -> PinVerdict.Match? {
    let (list, count) = (condition.list, chain.publicKeys.count)
    let start = list == .authorities ? 1 : 0
    let end = min(count, list == .leaf ? 1 : greatestDepth.map { min($0, count) + 1 } ?? count)
    let (publicKeys, certificates) = (chain.publicKeys, chain.certificates)
    for entry in condition.entries {
      let digests = entry.kind == .publicKey ? publicKeys : certificates
      var depth = start
      while depth < end {
        if digests[depth].equals(entry.digest) {
          return PinVerdict.Match(
            list: list, index: entry.index, pin: condition.pins[entry.index], depth: depth)
        }
        depth += 1
      }
    }
    return nil
  }
}

/// What pins are compared with, of every certificate of a validated chain; computed once a chain.
package struct ChainDigests: Sendable, Hashable {
  let publicKeys: [PinDigest]
  package let certificates: [PinDigest]

  package init(_ chain: [Certificate]) {
    publicKeys = chain.compactMap { PinDigest($0.pinDigest(.publicKey)) }
    certificates = chain.compactMap { PinDigest($0.pinDigest(.certificate)) }
  }
}
