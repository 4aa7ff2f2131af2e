import CommandLineKit
import OmamoriCrypto

@main struct Main {
  static func main() async {
    CryptoLibrary.staysUntilTheEnd()
    await OmamoriTool.tool.main()
  }
}
