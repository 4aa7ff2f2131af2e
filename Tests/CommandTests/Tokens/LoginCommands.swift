import TestSupport
import Testing

/// Tests of `omamori login`, `token`, `whoami` and `logout` with a server on this machine.
@Suite(
  "Login commands", .serialized, .timeLimit(.minutes(10)),
  .enabled(if: Program.find("openssl") != nil, "openssl is not installed"),
  .enabled(if: Program.find("python3") != nil, "python3 is not installed"))
struct LoginCommands {}
