import AuditEngine
import OmamoriCore
import OmamoriReport

/// A well-known package that comes from somebody else's account.
struct DependencyPersonalFork: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-personal-fork",
    title: LocalizedText("Well-known package from another account", ja: "本家以外のアカウントから取得されるパッケージ"),
    why: LocalizedText(
      """
      A copy under another account looks like the original, gets its repairs late or never, and belongs to a person \
      whom nobody checks. A name that is taken over replaces the code of the app.
      """,
      ja: """
        別アカウントの複製は本家と見分けがつきにくく、修正の取り込みが遅れたり行われなかったりします。\
        誰にも確認されない個人の管理下にあり、アカウントが乗っ取られればアプリのコードが差し替えられます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Take the package from its project, or keep the copy in an account of your own with a note of what differs.",
        ja: "本家のリポジトリから取得するか、差分を記録したうえで自組織のアカウントで複製を管理してください。")),
    severity: .low, confidence: .medium, cwe: [1357], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "cartfile", bad: "github \"somebody/Alamofire\" ~> 5.9",
      good: "github \"Alamofire/Alamofire\" ~> 5.9"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    for podfile in layout.podfiles {
      for pod in podfile.pods {
        if let address = pod.options["git"] ?? nil { check(address, podfile.text, pod.range, &report) }
      }
    }
    for cartfile in layout.cartfiles {
      for entry in cartfile.entries where entry.origin != "binary" {
        check(entry.source, cartfile.text, entry.range, &report)
      }
    }
    for manifest in layout.manifests {
      for dependency in manifest.dependencies where dependency.requirement != .local {
        check(dependency.location, manifest.text, dependency.locationRange, &report)
      }
    }
    for xcode in layout.xcodeProjects {
      for package in xcode.packages { check(package.url, xcode.text, package.urlRange, &report) }
    }
  }

  private func check(
    _ address: String, _ text: TextSource, _ range: Range<Int>, _ report: inout ProjectReport
  ) {
    // `https://host/owner/name.git`, `git@host:owner/name` and, in a Cartfile, `owner/name`.
    let host = DependencyAddress.host(of: address)
    guard !address.hasPrefix("."), !address.hasPrefix("/") else { return }
    guard host.isEmpty || Self.publicHosts.contains(host) else { return }
    let parts = address.split { $0 == "/" || $0 == ":" }.map(String.init)
    guard parts.count >= 2 else { return }
    if host.isEmpty, address.contains("@"), !Self.publicHosts.contains(where: address.contains) { return }
    let name = DependencyAddress.name(of: address)
    let owner = parts[parts.count - 2]
    guard let owners = PackageOwners.owners(of: name.lowercased()), !owners.contains(owner.lowercased())
    else { return }
    let known = owners.sorted().joined(separator: ", ")
    report.add(
      Self.self, in: text, at: range,
      LocalizedText(
        "\(name) comes from “\(owner)”; the project belongs to \(known) (table of \(PackageOwners.date)).",
        ja: "\(name) は「\(owner)」から取得されますが、本家は \(known) です（\(PackageOwners.date) 時点の一覧）。"))
  }

  /// A company's own mirror is no person's copy.
  private static let publicHosts: Set<String> = [
    "github.com", "gitlab.com", "bitbucket.org", "www.github.com",
  ]
}
