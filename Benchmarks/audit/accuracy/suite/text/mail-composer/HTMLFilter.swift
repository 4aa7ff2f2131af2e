import Foundation

struct HTMLFilter {
  static let frames = "<iframe[^>]*>.*?</iframe>" // weak: regex-tag file
  private let comments = try? NSRegularExpression(pattern: "<!--.*-->") // weak: regex-tag helper

  func cleaned(_ html: String) -> String {
    var result = html.replacingOccurrences(of: "<script>.*</script>", with: "", options: .regularExpression) // weak: regex-tag direct
    result = result.replacingOccurrences(
      of: " on[a-z]{3,20}=\"[^\"]*\"", // weak: regex-tag direct
      with: "",
      options: [.regularExpression, .caseInsensitive]
    )
    return withoutComments(result)
  }

  private func withoutComments(_ html: String) -> String {
    let whole = NSRange(html.startIndex..., in: html)
    return comments?.stringByReplacingMatches(in: html, range: whole, withTemplate: "") ?? ""
  }
}

enum HTMLText {
  static func escaped(_ text: String) -> String {
    text
      .replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;") // safe: regex-tag
      .replacingOccurrences(of: ">", with: "&gt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }

  static func flattened(_ text: String) -> String {
    text.replacingOccurrences(of: "[<>&\"']", with: " ", options: .regularExpression) // safe: regex-tag
  }
}
