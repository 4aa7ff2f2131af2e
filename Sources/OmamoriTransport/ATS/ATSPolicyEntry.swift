import OmamoriATS

/// An exception or a pinned domain, on the way to a rule.
struct ATSPolicyEntry {
  /// What counts where entries meet.
  struct Meeting: Equatable {
    let minimum: TLSVersion
    let pins: PinnedHosts?

    /// Whether both lead to the same rule; the host that pins were written for does not matter.
    static func == (first: Meeting, second: Meeting) -> Bool {
      first.minimum == second.minimum && first.pins?.leaf == second.pins?.leaf
        && first.pins?.authorities == second.pins?.authorities
    }
  }

  let host: HostName
  let exception: ATSException?
  let pins: PinnedHosts?

  /// How many labels below its host the entry goes; 2 for any number.
  var reach: Int {
    if let pins { return pins.scope.reach }
    return exception?.includesSubdomains == true && !host.isAddress ? 2 : 0
  }

  /// The minimum of the nearest exception that is for the place; one without subdomains is passed over from below.
  static func minimum(_ candidates: [(entry: ATSPolicyEntry, depth: Int)]) -> TLSVersion? {
    let nearest = candidates.filter { $0.entry.exception != nil && ($0.depth == 0 || $0.entry.reach == 2) }
      .min { $0.depth < $1.depth }
    guard let exception = nearest?.entry.exception else { return nil }
    return exception.minimumVersion == .tls13 || exception.requiresStrictPackage ? .tls13 : .tls12
  }
}
