// Evidence about this process, and what an app does about it.
import Omamori

let checker = IntegrityChecker()
let report = await checker.check()
for signal in report.signals {
  print(signal.identifier.title[.en] + ":", signal.stateText[.en])
}
print("threats:", report.threats(atLeast: .medium).count, "unanswered:", report.unanswered.count)

let integrity = IntegrityGuard(
  checker,
  policy: ReactionPolicy([
    .init(atLeast: .low, [.log]), .init(atLeast: .high, [.lockKeychain, .wipeSession]),
  ]),
  actions: [
    .log: { report in print(report.json.text()) },
    .lockKeychain: { _ in print("the keychain is locked") },
  ])
print("done:", await integrity.respond(to: report).count)
