import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WebRemoteScriptTests {
  @Test(arguments: [
    #"<html><head>⟦<script src="http://cdn.example/a.js">⟧</script></head></html>"#,
    #"⟦<SCRIPT async SRC=https://cdn.example/a.js>⟧</SCRIPT>"#,
    #"⟦<script src='//cdn.example/a.js' integrity="">⟧</script>"#,
    #"⟦<script integrity="sha384-abc" src="http://cdn.example/a.js">⟧</script>"#,
    "⟦<iframe\n  src = \"http://ads.example/\">⟧</iframe>",
  ])
  func speaks(_ page: String) { expect(WebRemoteScript.self, in: page, path: "Help/index.html") }

  @Test(arguments: [
    #"<script src="a.js"></script><script>var a = '<script src="http://x.example/a.js">';</script>"#,
    #"<script src="https://cdn.example/a.js" integrity="sha384-abc" crossorigin="anonymous"></script>"#,
    #"<!-- <script src="http://cdn.example/a.js"></script> -->"#,
    #"<iframe src="https://video.example/1"></iframe><a href="http://a.example">x</a><img src="http://a.example/b.png">"#,
    #"<script src="http://localhost:8080/a.js"></script>"#,
    #"<p title="<script src=http://x.example/a.js>">text</p>"#,
  ])
  func isSilent(_ page: String) { expect(WebRemoteScript.self, in: page, path: "Help/index.html") }

  @Test func pagesAboutTheAppAreDoubtful() {
    expect(
      WebRemoteScript.self, in: #"⟦<script src="https://cdn.example/a.js">⟧</script>"#,
      path: "docs/index.html",
      confidence: .low)
  }

  @Test(arguments: [
    "<", "<a", "<a b", "<a b=", "<a b='", "<script", "<!--", "<script>", "<a /", "<a =", "<a =x>",
  ])
  func endsAnywhere(_ page: String) {
    for tag in HTMLTags(Array(page.utf8)).tags { #expect(tag.range.upperBound <= page.utf8.count) }
  }

  @Test func aPageOfDocumentationIsDoubtful() {
    expect(
      WebRemoteScript.self, in: "<html>⟦<script src=\"https://e.com/a.js\">⟧</script></html>",
      path: "Sources/Kit/Kit.docc/header.html", confidence: .low)
    expect(
      WebRemoteScript.self, in: "<html>⟦<script src=\"https://e.com/a.js\">⟧</script></html>",
      path: "Sources/Kit/Resources/header.html", confidence: .medium)
  }
}
