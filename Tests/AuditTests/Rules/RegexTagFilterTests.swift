import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RegexTagFilterTests {
  @Test(arguments: [
    #"let clean = html.replacingOccurrences(of: ⟦"<script>.*</script>"⟧, with: "", options: .regularExpression)"#,
    #"let clean = html.replacingOccurrences(of: ⟦"<script[^>]*>[\\s\\S]*?</script>"⟧, with: "", options: .regularExpression)"#,
    #"let clean = html.replacingOccurrences(of: ⟦"<script[^>]*>.*?</script\\s*>"⟧, with: "", options: [.regularExpression, .caseInsensitive])"#,
    #"let clean = html.replacing(⟦/(?i)<script>[\s\S]*?<\/script[^>]*>/⟧, with: "")"#,
    #"let clean = html.replacing(⟦/<!--.*?-->/⟧, with: "")"#,
    #"let clean = html.replacing(⟦/(?s)<!--.*?-->/⟧, with: "")"#,
    #"let clean = html.replacing(⟦/on\w+="[^"]*"/⟧, with: "")"#,
    #"""
    let regex = try NSRegularExpression(pattern: ⟦"<iframe.*?>"⟧, options: .caseInsensitive)
    let clean = regex.stringByReplacingMatches(in: html, range: whole, withTemplate: "")
    """#,
    #"if html.range(of: ⟦"<script>"⟧, options: .regularExpression) != nil { refuse() }"#,
    #"enum Filters { static let frames = ⟦"<iframe[^>]*>.*?</iframe>"⟧; static let bold = "<b>.*?</b>" }"#,
  ])
  func speaks(_ source: String) { expect(RegexTagFilter.self, in: source) }

  @Test(arguments: [
    #"let clean = html.replacingOccurrences(of: "<script[^>]*>[\\s\\S]*?</script[^>]*>", with: "", options: [.regularExpression, .caseInsensitive])"#,
    #"let clean = html.replacing(/(?s)<!--.*?--!?>/, with: "")"#,
    #"let text = html.replacingOccurrences(of: "<[^>]+>", with: "", options: .regularExpression)"#,
    #"let text = html.replacingOccurrences(of: "<br>", with: "\n", options: .regularExpression)"#,
    #"let title = html.firstMatch(of: /<script id="data">(.*)<\/script>/)?.output.1"#,
    #"let clean = html.replacingOccurrences(of: "<script>", with: "")"#,
    #"let clean = text.replacing(/one+/, with: "")"#,
  ])
  func isSilent(_ source: String) { expect(RegexTagFilter.self, in: source) }

  @Test(arguments: [
    #"""
    - (NSString *)clean:(NSString *)html {
      return [html stringByReplacingOccurrencesOfString:⟦@"<script>.*</script>"⟧ withString:@"" options:NSRegularExpressionSearch range:NSMakeRange(0, html.length)];
    }
    """#,
    #"""
    - (NSString *)clean:(NSString *)html {
      return [html stringByReplacingOccurrencesOfString:@"<[^>]+>" withString:@"" options:NSRegularExpressionSearch range:NSMakeRange(0, html.length)];
    }
    """#,
  ])
  func objectiveC(_ source: String) { expect(RegexTagFilter.self, inObjectiveC: source) }
}
