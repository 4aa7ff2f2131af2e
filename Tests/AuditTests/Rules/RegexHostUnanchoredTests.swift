import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RegexHostUnanchoredTests {
  @Test(arguments: [
    #"let own = url.absoluteString.range(of: ⟦"^https://www.example.com"⟧, options: .regularExpression) != nil"#,
    #"guard let host = url.host, host.range(of: ⟦"(www|api).example.com"⟧, options: .regularExpression) != nil else { return }"#,
    #"if url.host?.range(of: ⟦"example\\.com"⟧, options: .regularExpression) != nil { open(url) }"#,
    #"if url.host?.range(of: ⟦"example\\.com$"⟧, options: .regularExpression) != nil { open(url) }"#,
    #"if url.host?.range(of: ⟦"^www\\.example\\.com"⟧, options: .regularExpression) != nil { open(url) }"#,
    #"let ok = host.wholeMatch(of: ⟦/.*example\.com/⟧) != nil"#,
    #"let ok = url.absoluteString.wholeMatch(of: ⟦/https:\/\/example\.com.*/⟧) != nil"#,
    #"let ok = link.prefixMatch(of: ⟦/https:\/\/pay\.example\.com/⟧) != nil"#,
    #"let ok = try Regex(⟦"^https://.*\\.example\\.com/"⟧).firstMatch(in: url.absoluteString) != nil"#,
    #"let ok = url.absoluteString.range(of: ⟦"https://example\\.com/"⟧, options: .regularExpression) != nil"#,
    #"let ok = NSPredicate(format: "SELF MATCHES %@", ⟦"https://www.example.com/.*"⟧).evaluate(with: url.absoluteString)"#,
    #"""
    func isTrusted(host: String) -> Bool {
      let regex = try? NSRegularExpression(pattern: ⟦"^[a-z]+.example\\.com$"⟧)
      return regex?.firstMatch(in: host, range: NSRange(host.startIndex..., in: host)) != nil
    }
    """#,
    #"""
    let allowed = [⟦"^https://example.org/"⟧, "^https://example\\.org/"]
    let ok = allowed.contains { url.absoluteString.range(of: $0, options: .regularExpression) != nil }
    """#,
    #"enum Links { static let help = ⟦"^https://help.example.com/"⟧; static let shop = ⟦"shop\\.example\\.com/r/"⟧ }"#,
    #"enum Links { static let pay = "^https://pay\\.example\\.com/c/"; static let test = ⟦/https:\/\/test.example.com\/c/⟧ }"#,
    #"""
    func kept(_ hosts: [String]) -> [String] {
      let own = try? NSRegularExpression(pattern: ⟦"example\\.(com|org)$"⟧)
      return hosts.filter { host in
        [own].contains { $0?.firstMatch(in: host, range: NSRange(host.startIndex..., in: host)) != nil }
      }
    }
    """#,
  ])
  func speaks(_ source: String) { expect(RegexHostUnanchored.self, in: source) }

  @Test(arguments: [
    #"let own = url.absoluteString.range(of: "^https://www\\.example\\.com/", options: .regularExpression) != nil"#,
    #"let own = url.absoluteString.range(of: "^https://www\\.example\\.com(/|$)", options: .regularExpression) != nil"#,
    #"let own = url.absoluteString.range(of: "^https://example[.]com(?::443)?(?:[/?#].*)?$", options: .regularExpression) != nil"#,
    #"if url.host?.range(of: "^(www|api)\\.example\\.com$", options: .regularExpression) != nil { open(url) }"#,
    #"if url.host?.range(of: "(^|\\.)example\\.com$", options: .regularExpression) != nil { open(url) }"#,
    #"let ok = host.wholeMatch(of: /(?:[a-z0-9-]+\.)*example\.com/) != nil"#,
    #"let ok = host.wholeMatch(of: /www\.example\.com/) != nil"#,
    #"let ok = mail.range(of: "\\w+@example.com", options: .regularExpression) != nil"#,
    #"let shown = url.absoluteString.replacingOccurrences(of: "https://www.example.com", with: "", options: .regularExpression)"#,
    #"for match in text.matches(of: /https:\/\/youtu.be\/(\w+)/) { show(match.output.1) }"#,
    #"let ok = fileName.range(of: "report.com", options: .regularExpression) != nil"#,
    #"let ok = url.absoluteString.range(of: "https://www.example.com") != nil"#,
    #"let ok = url.path.range(of: "^/v[0-9]+/", options: .regularExpression) != nil"#,
    #"""
    func video(_ url: URL) -> String? {
      let text = url.absoluteString
      guard let match = regex.firstMatch(in: text, range: whole) else { return nil }
      return String(text[Range(match.range(at: 1), in: text)!])
    }
    let regex = try! NSRegularExpression(pattern: "youtube.com/watch\\?v=(\\w+)")
    """#,
  ])
  func isSilent(_ source: String) { expect(RegexHostUnanchored.self, in: source) }

  @Test func regexBuilder() {
    expect(
      RegexHostUnanchored.self,
      in: """
        let open = ⟦Regex⟧ {
          Anchor.startOfSubject
          "https://"
          ChoiceOf { "pay"; "shop" }
          ".example.com"
        }
        let closed = Regex { Anchor.startOfSubject; "https://pay.example.com/"; OneOrMore(.word) }
        """)
  }

  @Test(arguments: [
    #"""
    - (BOOL)isOwn:(NSURL *)url {
      NSRegularExpression *regex = [NSRegularExpression regularExpressionWithPattern:⟦@"^https://www.example.com/"⟧ options:0 error:nil];
      NSString *text = url.absoluteString;
      return [regex firstMatchInString:text options:0 range:NSMakeRange(0, text.length)] != nil;
    }
    """#,
    #"""
    - (BOOL)isOwn:(NSURL *)url {
      return [url.host rangeOfString:⟦@"example\\.com$"⟧ options:NSRegularExpressionSearch].location != NSNotFound;
    }
    """#,
    #"""
    - (BOOL)isOwn:(NSURL *)url {
      return [url.host rangeOfString:@"^www\\.example\\.com$" options:NSRegularExpressionSearch].location != NSNotFound;
    }
    """#,
  ])
  func objectiveC(_ source: String) { expect(RegexHostUnanchored.self, inObjectiveC: source) }
}
