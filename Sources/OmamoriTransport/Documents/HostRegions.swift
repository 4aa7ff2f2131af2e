/// Hosts with values of which each is for the host or names below it, ordered so that what meets at a place is found.
///
/// A rule of a policy stands alone, while the entries of other systems meet and unite. So every host becomes up to three
/// regions (itself, one label below, further below) in each of which the same entries meet at every name.
struct HostRegions<Entry> {
  /// An entry, with how many labels below its host the place is.
  typealias Candidate = (entry: Entry, depth: Int)

  private let byHost: [HostName: [Entry]]
  /// The hosts, each once, in the order of the entries.
  let hosts: [HostName]

  init(_ entries: [Entry], host: (Entry) -> HostName) {
    byHost = Dictionary(grouping: entries, by: host)
    var seen: Set<HostName> = []
    hosts = entries.map(host).filter { seen.insert($0).inserted }
  }

  /// The entries of a host itself.
  func own(_ host: HostName) -> [Entry] { byHost[host] ?? [] }

  /// Everything at or above a host; or above a name without entries of its own, `below` labels under the host.
  func spot(_ host: HostName, below: Int = 0) -> [Candidate] {
    var result = own(host).map { (entry: $0, depth: below) }
    let labels = host.labels
    for dropped in labels.indices.dropFirst() {
      // A part of a name that was read is a name, so this finds every one that has entries.
      guard let parent = try? HostName(labels[dropped...].joined(separator: ".")) else { continue }
      result += own(parent).map { (entry: $0, depth: below + dropped) }
    }
    return result
  }

  /// The patterns of a policy, most specific first for each host, with the value of each.
  ///
  /// - Parameters:
  ///   - reach: How many labels below its host the entry goes: 0, 1, or 2 for any number.
  ///   - value: What counts for the candidates at a place.
  /// - Returns: Patterns that stand alone; a pattern whose value the next wider one gives, too, is left out.
  /// - Throws: What `value` throws.
  func patterns<Value: Equatable, Failure: Error>(
    reach: (Entry) -> Int, value: ([Candidate]) throws(Failure) -> Value
  ) throws(Failure) -> [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] {
    let kinds: [HostPattern.Subdomains] = [.excluded, .oneLabel, .all]
    var result: [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] = []
    for host in hosts {
      let greatest = min(own(host).map(reach).max() ?? 0, 2)
      var wider: Value?
      var rules: [(host: HostName, subdomains: HostPattern.Subdomains, value: Value)] = []
      for below in (0...greatest).reversed() {
        let here = try value(spot(host, below: below))
        if let wider, wider == here { continue }
        rules.append((host, kinds[below], here))
        wider = here
      }
      result += rules.reversed()
    }
    return result
  }
}
