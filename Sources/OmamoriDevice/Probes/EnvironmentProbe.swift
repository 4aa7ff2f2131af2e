import OmamoriCore

/// Tells where the process runs: as root, with privileges, in a virtual machine, in a container.
///
/// These are facts, and none of them is a reproach: most servers run so.
package struct EnvironmentProbe: IntegrityProbe {
  /// Makes the probe.
  package init() {}

  /// Facts about the environment.
  package var identifiers: [IntegritySignal.Identifier] {
    [.rootUser, .capabilities, .virtualMachine, .container]
  }

  /// Asks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    user(scene.view) + machine(scene.view)
  }

  private func user(_ view: any ProcessView) -> [IntegritySignal] {
    do {
      let credentials = try view.credentials()
      let isRoot = credentials.user == 0
      let privileges = credentials.capabilities.nonzeroBitCount
      return [
        IntegritySignal(.rootUser, isRoot ? [IntegrityEvidence("user", [])] : [], confidence: .high),
        IntegritySignal(
          .capabilities,
          privileges > 0 ? [IntegrityEvidence("privileges", [.init("count", .integer(privileges))])] : [],
          confidence: .high),
      ]
    } catch {
      return [.rootUser, .capabilities].map { IntegritySignal($0, failure: error) }
    }
  }

  private func machine(_ view: any ProcessView) -> [IntegritySignal] {
    do {
      let machine = try view.machine()
      return [
        IntegritySignal(.virtualMachine, Self.named("hypervisor", machine.hypervisor), confidence: .high),
        IntegritySignal(.container, Self.named("container", machine.container), confidence: .high),
      ]
    } catch {
      return [.virtualMachine, .container].map { IntegritySignal($0, failure: error) }
    }
  }

  private static func named(_ kind: StaticString, _ name: String?) -> [IntegrityEvidence] {
    name.map { [IntegrityEvidence(kind, [.init("name", .publicName($0))])] } ?? []
  }
}
