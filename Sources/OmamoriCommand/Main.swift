import CommandLineKit

@main struct Main {
  static func main() async { await OmamoriTool.tool.main() }
}
