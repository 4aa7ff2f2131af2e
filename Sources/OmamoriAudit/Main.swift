import AuditCommands
import CommandLineKit
import CommandSupport
import OmamoriCryptoKit

/// The commands of the audit by themselves, which are built in a fraction of the time that the whole tool takes.
@main struct Main {
  static func main() async {
    StandardDescriptors.reserve()
    CryptoLibrary.staysUntilTheEnd()
    await OmamoriTool.tool(OmamoriTool.auditCommands).main()
  }
}
