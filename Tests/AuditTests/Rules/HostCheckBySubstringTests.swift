import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HostCheckBySubstringTests {
  @Test(arguments: [
    "guard let host = url.host, ⟦host.hasSuffix(\"example.com\")⟧ else { return }",
    "if ⟦url.host!.contains(\"example.com\")⟧ { open(url) }",
    "if url.host()?.lowercased().hasSuffix(\".example.com\") == true || ⟦url.absoluteString.contains(\"example.com\")⟧ { open(url) }",
    "if ⟦url.absoluteString.hasPrefix(\"https://example.com\")⟧ { open(url) }",
    "if ⟦challenge.protectionSpace.host.hasSuffix(\"example.com\")⟧ { trust() }",
    "if ⟦url.absoluteString.range(of: \"://example.com\")⟧ != nil { open(url) }",
    "func isTrusted(_ host: String) -> Bool { ⟦host.contains(\".example.com\")⟧ }",
    """
    let hosts = ["example.com", "example.org"]
    func allows(_ url: URL) -> Bool {
      guard let host = url.host?.lowercased() else { return false }
      return hosts.contains { ⟦host.hasSuffix($0)⟧ }
    }
    """,
    """
    enum Hosts { static let own = ["example.com"] }
    func allows(_ host: String) -> Bool {
      for domain in Hosts.own where ⟦host.hasSuffix(domain)⟧ { return true }
      return false
    }
    """,
    """
    let hosts = ["example.com", "example.org"]
    func allows(_ host: String) -> Bool { hosts.contains(where: ⟦host.hasSuffix⟧) }
    """,
    "func opens(_ text: String) -> Bool { ⟦text.hasPrefix(\"https://example.com\")⟧ }",
    "func isAllowed(_ url: URL) -> Bool { ⟦url.host!.hasPrefix(\"shop.example.\")⟧ || ⟦url.host!.contains(\"example\")⟧ }",
    """
    struct Rules {
      let domain: String
      static let own = Rules(domain: "example.com")
      func allows(_ host: String) -> Bool { ⟦host.hasSuffix(domain)⟧ }
    }
    """,
  ])
  func speaks(_ source: String) { expect(HostCheckBySubstring.self, in: source) }

  @Test(arguments: [
    "guard let host = url.host, host == \"example.com\" || host.hasSuffix(\".example.com\") else { return }",
    "if allowedHosts.contains(url.host ?? \"\") { open(url) }",
    "if [\"example.com\"].contains(host) { open(url) }",
    "if url.absoluteString.hasPrefix(\"https://example.com/\") { open(url) }",
    "if url.lastPathComponent.hasSuffix(\"example.com\") { open(url) }",
    "if url.absoluteString.hasSuffix(\".png\") { show(url) }",
    "if fileURL.absoluteString.contains(\"example.com\") { show(url) }",
    "if error.domain.hasPrefix(\"example.com\") { retry() }",
    "if address.email.hasSuffix(\"@example.com\") { own() }",
    "if bundleID.hasPrefix(\"com.example.app\") { own() }",
    "if text.contains(\"example.com\") { mention() }",
    "if url.absoluteString.hasPrefix(\"https://\") { open(url) }",
    "if host.hasSuffix(\".local\") { nearby() }",
    """
    let hosts = [".example.com", ".example.org"]
    func allows(_ host: String) -> Bool { hosts.contains { host.hasSuffix($0) } }
    """,
    """
    let hosts = ["example.com"]
    func allows(_ host: String) -> Bool { hosts.contains { host == $0 || host.hasSuffix("." + $0) } }
    """,
    """
    func allows(_ host: String) -> Bool {
      host.hasSuffix("example.com") && (host.count == 11 || host.dropLast(11).hasSuffix("."))
    }
    """,
  ])
  func isSilent(_ source: String) { expect(HostCheckBySubstring.self, in: source) }

  /// What only chooses a text decides nothing.
  @Test func isUnsureWhereNothingIsDecided() {
    expect(
      HostCheckBySubstring.self,
      in: "var name: String { ⟦url.host!.contains(\"example.com\")⟧ ? \"Posts\" : \"Articles\" }",
      severity: .low, confidence: .low)
  }

  @Test(arguments: [
    "- (BOOL)isOwn:(NSURL *)url { return ⟦[url.host hasSuffix:@\"example.com\"]⟧; }",
    "- (BOOL)isOwn:(NSURL *)url { return ⟦[[url absoluteString] containsString:@\"example.com\"]⟧; }",
    """
    - (BOOL)isOwn:(NSURL *)url {
      NSString *name = [[url host] lowercaseString];
      return ⟦[name rangeOfString:@"example.com"]⟧.location != NSNotFound;
    }
    """,
    "- (BOOL)isOwn:(NSURL *)url { return ⟦[url.absoluteString hasPrefix:@\"https://example.com\"]⟧; }",
    "- (BOOL)isOwn:(NSURL *)url { return [url.host hasSuffix:@\".example.com\"]; }",
    "- (BOOL)isOwn:(NSURL *)url { return [url.absoluteString hasPrefix:@\"https://example.com/\"]; }",
    "- (BOOL)isImage:(NSURL *)url { return [url.path hasSuffix:@\"example.com\"]; }",
  ])
  func objectiveC(_ source: String) { expect(HostCheckBySubstring.self, inObjectiveC: source) }
}
