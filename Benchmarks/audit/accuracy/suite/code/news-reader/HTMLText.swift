import Foundation

extension String {
  var htmlEscaped: String {
    replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "'", with: "&#39;")
  }
}

enum PageTemplate {
  static let shell = "<html><head><meta charset='utf-8'></head><body>%BODY%</body></html>"

  static func page(title: String, body: String) -> String {
    shell.replacingOccurrences(of: "%BODY%", with: "<h1>\(title.htmlEscaped)</h1><article>\(body)</article>")
  }

  static func teaser(title: String, minutes: Int) -> String {
    shell.replacingOccurrences(of: "%BODY%", with: "<h2>\(title.htmlEscaped)</h2><p>\(minutes) min</p>")
  }
}
