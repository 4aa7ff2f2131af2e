import AuditCommands
import CommandLineKit
import CommandSupport
import FileCommands
import PolicyCommands

extension OmamoriTool {
  /// The whole command line.
  static let tool = tool(auditCommands + fileCommands + systemCommands)
}

#if os(Linux)
import AuditLogCommands
import DeviceCommands
import KeychainCommands
import NetworkCommands
import TokenCommands

extension OmamoriTool {
  /// The commands that exist on Linux alone, and those that can do more there.
  private static let systemCommands =
    [
      keychainCommand(explaining: keychainExplainCommand), tlsCommand,
      pinCommand(asking: [pinFetchCommand, pinCheckCommand, pinAddCommand]),
      atsCommand(linting: atsLintCommand, asking: [atsSuggestCommand]),
    ] + tokenCommands + [doctorCommand, deviceCommand, logCommand]
}
#else
extension OmamoriTool {
  /// What the commands about systems can do without one.
  private static let systemCommands = [
    keychainCodesCommand, pinCommand(asking: []), atsCommand(linting: atsLintCommand, asking: []),
  ]
}
#endif
