import TestSupport
import Testing

/// Tests of `omamori keychain`.
@Suite(
  "Keychain commands", .serialized, .enabled(if: Program.find("setsid") != nil, "setsid is not installed"))
struct KeychainCommands {}
