package import CommandLineKit
package import CommandSupport

extension OmamoriTool {
  /// The commands for files and passwords, in the order of the help.
  package static let fileCommands = [
    keygenCommand, encryptCommand, decryptCommand, inspectCommand, hashCommand, passwordCommand,
  ]
}
