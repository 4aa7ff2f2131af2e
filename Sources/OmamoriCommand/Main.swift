import CommandLineKit
import CommandSupport
import OmamoriCrypto

@main struct Main {
  static func main() async {
    StandardDescriptors.reserve()
    CryptoLibrary.staysUntilTheEnd()
    await OmamoriTool.tool.main()
  }
}
