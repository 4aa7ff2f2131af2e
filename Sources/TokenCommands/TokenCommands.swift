package import CommandLineKit
package import CommandSupport

extension OmamoriTool {
  /// The commands for logins and tokens, in the order of the help.
  package static let tokenCommands = [
    loginCommand, tokenCommand, whoAmICommand, logoutCommand, jwtCommand, jwsCommand, jweCommand, jwkCommand,
  ]
}
