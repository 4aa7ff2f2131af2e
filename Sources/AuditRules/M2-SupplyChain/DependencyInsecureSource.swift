import AuditEngine
import OmamoriCore
import OmamoriReport

/// Code that is fetched without encryption can be replaced on the way.
struct DependencyInsecureSource: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-insecure-source",
    title: LocalizedText("Dependency fetched over an insecure connection", ja: "安全でない接続で取得される依存関係"),
    why: LocalizedText(
      """
      http:// and git:// neither encrypt nor authenticate: anybody on the way can replace the code that is built into \
      the app. Credentials in an address are readable by everyone who has the repository.
      """,
      ja: """
        http:// と git:// は暗号化も認証もしないため、経路上の誰でもアプリに組み込まれるコードを差し替えられます。\
        アドレスに含まれる認証情報は、リポジトリを持つ全員が読めます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use https:// or ssh, and keep credentials in the credential store of git or in the CI's secrets.",
        ja: "https:// または ssh を使用し、認証情報は git の資格情報ストアや CI のシークレットに保管してください。")),
    severity: .high, confidence: .high, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile", bad: "pod 'Lib', :git => 'http://git.example.com/lib.git', :tag => '1.0'",
      good: "pod 'Lib', :git => 'https://git.example.com/lib.git', :tag => '1.0'"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    for podfile in layout.podfiles {
      for source in podfile.sources { check(source.url, podfile.text, source.range, &report) }
      for pod in podfile.pods {
        for option in ["git", "http", "svn", "podspec", "source"] {
          if let address = pod.options[option] ?? nil { check(address, podfile.text, pod.range, &report) }
        }
      }
    }
    for cartfile in layout.cartfiles {
      for entry in cartfile.entries where entry.origin != "github" || entry.source.contains("://") {
        check(entry.source, cartfile.text, entry.range, &report)
      }
    }
    for manifest in layout.manifests {
      for dependency in manifest.dependencies {
        check(dependency.location, manifest.text, dependency.locationRange, &report)
      }
      for target in manifest.targets {
        if let url = target.url { check(url, manifest.text, target.range, &report) }
      }
    }
    for xcode in layout.xcodeProjects {
      for package in xcode.packages { check(package.url, xcode.text, package.urlRange, &report) }
    }
  }

  private func check(
    _ address: String, _ text: TextSource, _ range: Range<Int>, _ report: inout ProjectReport
  ) {
    let scheme = DependencyAddress.scheme(of: address)
    let shown = DependencyAddress.shown(address)
    if DependencyAddress.hasCredentials(address) {
      let region = text.lines.region(of: range)
      let line = text.lines.text(ofLine: region.startLine)
      report.add(
        Self.self, file: text.path, context: text.context, region: region,
        snippet: line.replacing(address, with: shown),
        LocalizedText("The address \(shown) carries credentials.", ja: "アドレス \(shown) に認証情報が含まれています。"))
    } else if ["http", "git", "ftp", "svn"].contains(scheme), !isLocal(DependencyAddress.host(of: address)) {
      report.add(
        Self.self, in: text, at: range,
        LocalizedText("\(shown) is fetched over \(scheme)://.", ja: "\(shown) が \(scheme):// で取得されます。"))
    }
  }

  private func isLocal(_ host: String) -> Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }
}
