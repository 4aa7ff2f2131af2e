import TestSupport
import Testing

/// Tests of `omamori tls`, `omamori pin` and `omamori ats` with live servers on this machine.
@Suite(
  "Transport commands", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Program.find("openssl") != nil, "openssl is not installed"))
struct TransportCommands {}
