import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import PolicyCommands

/// What holding pins against servers showed.
struct PinCheckReport {
  /// The servers that have the same pins.
  struct Group {
    let pins: PinSet
    /// The servers that answered, in the order of the check's.
    let servers: [ServerAddress]
    let check: PinCheck
    /// When to change the key of a server whose own key is pinned.
    let plans: [HostName: RotationPlan]
  }

  let file: PinFile
  let groups: [Group]
  let unpinned: [ServerAddress]
  let unreachable: [(server: ServerAddress, error: TransportError)]

  init(
    _ targets: PinTargets, _ examined: [ProbeOptions.Examined], _ options: PinPlanOptions,
    _ arguments: Arguments
  ) throws {
    (file, unpinned) = (targets.file, targets.unpinned)
    let moment = try options.moment(arguments)
    var unreachable: [(server: ServerAddress, error: TransportError)] = []
    var sets: [(pins: PinSet, servers: [(ServerAddress, ServedChain, isPublic: Bool)])] = []
    for (server, result) in examined {
      guard let pins = targets.pinned.first(where: { $0.server == server })?.pins else { continue }
      switch result {
      case .failure(let error): unreachable.append((server, error))
      case .success(let facts):
        let chain = try Self.chain(facts)
        // A host with two ports is two servers with one name, which a check tells apart by groups.
        if let index = sets.firstIndex(where: { set in
          set.pins == pins && !set.servers.contains { $0.0.host == server.host }
        }) {
          sets[index].servers.append((server, chain, facts.isSystemTrusted))
        } else {
          sets.append((pins, [(server, chain, facts.isSystemTrusted)]))
        }
      }
    }
    groups = try sets.map { set in
      let check = PinCheck(set.pins, chains: set.servers.map(\.1), at: moment)
      var plans: [HostName: RotationPlan] = [:]
      for (server, chain, isPublic) in set.servers {
        guard let leaf = chain.certificates.first, Self.pinsLeaf(check, server.host) else { continue }
        plans[server.host] = try options.plan(
          arguments, notValidAfter: leaf.notValidAfter, keyMade: leaf.notValidBefore,
          hasBackup: check.findings.contains { $0.list != .authorities && $0.places.isEmpty },
          served: ServedLifetime(from: leaf.notValidBefore, to: leaf.notValidAfter, isPublic: isPublic))
      }
      return Group(pins: set.pins, servers: set.servers.map(\.0), check: check, plans: plans)
    }
    self.unreachable = unreachable
  }

  private static func chain(_ facts: ServerFacts) throws -> ServedChain {
    if let chain = facts.trustedChain { return ServedChain(facts.target.host, chain) }
    let presented = try facts.presentedChain ?? PresentedChain(unverifiedCertificates: [])
    return ServedChain(facts.target.host, unverified: presented)
  }

  private static func pinsLeaf(_ check: PinCheck, _ host: HostName) -> Bool {
    check.findings.contains { $0.places.contains { $0.host == host && $0.depth == 0 } }
  }

  /// Whether every server fits and is verified, and a key is in reserve for each.
  var isHealthy: Bool {
    unpinned.isEmpty && groups.allSatisfy { $0.check.isHealthy && $0.check.servers.allSatisfy(\.isValidated) }
  }

  /// What is known to be wrong comes before what could not be asked.
  var exitCode: ExitCode { !isHealthy ? .findings : unreachable.isEmpty ? .success : .failure }

  /// For programs.
  var json: JSONValue {
    [
      "file": .string(file.name), "format": .string(file.format.rawValue),
      "healthy": .bool(isHealthy && unreachable.isEmpty), "sets": .array(groups.map(json)),
      "unpinned": .array(unpinned.map { .string($0.commandLineWord) }),
      "unreachable": .array(
        unreachable.map {
          ["server": .string($0.server.commandLineWord), "error": .string($0.error.explanation.english)]
        }),
    ]
  }

  private func json(_ group: Group) -> JSONValue {
    var object: JSONObject = [
      "pins": .array(group.check.findings.map(json)),
      "servers": .array(zip(group.servers, group.check.servers).map { json($0, $1, group) }),
      "warnings": .array(
        group.check.warnings.map {
          ["failure": .bool($0.isFailure), "message": .string($0.message.english)]
        }),
    ]
    object["expires"] = group.pins.expiry.map { .string($0.formatted(.iso8601)) }
    return .object(object)
  }

  private func json(_ finding: PinCheck.Finding) -> JSONValue {
    [
      "list": .string(finding.list.rawValue), "of": finding.pin.kind == .publicKey ? "key" : "certificate",
      "role": finding.pin.role == .primary ? "primary" : "backup", "sha256": .string(finding.pin.base64),
      "places": .array(
        finding.places.map { ["host": .string($0.host.description), "depth": .integer($0.depth)] }),
    ]
  }

  private func json(_ address: ServerAddress, _ server: PinCheck.Server, _ group: Group) -> JSONValue {
    var object: JSONObject = [
      "host": .string(address.host.description), "port": .integer(address.port),
      "matches": .bool(server.matches), "validated": .bool(server.isValidated),
      "issuer": .string(server.issuer),
    ]
    object["notBefore"] = server.notValidBefore.map { .string($0.formatted(.iso8601)) }
    object["notAfter"] = server.notValidAfter.map { .string($0.formatted(.iso8601)) }
    object["daysLeft"] = server.daysLeft.map { .integer($0) }
    object["plan"] = group.plans[address.host].map { PinPlanText($0).json }
    return .object(object)
  }
}
