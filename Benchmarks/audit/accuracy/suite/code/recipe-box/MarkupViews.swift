import SwiftUI
import WebKit

struct MarkupView: UIViewRepresentable {
  let markup: String

  func makeUIView(context: Context) -> WKWebView { WKWebView() }

  func updateUIView(_ view: WKWebView, context: Context) {
    view.loadHTMLString(markup, baseURL: nil) // weak: html file
  }
}

struct CardView: UIViewRepresentable {
  let heading: String
  let servings: Int

  func makeUIView(context: Context) -> WKWebView { WKWebView() }

  func updateUIView(_ view: WKWebView, context: Context) {
    let card = "<h2>\(entityEncode(heading))</h2><small>\(servings)</small>"
    view.load(Data(card.utf8), mimeType: "text/html", characterEncodingName: "utf-8", baseURL: URL(string: "about:blank")!) // safe: html
  }
}

func entityEncode(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&", "<", ">", "\"", "'": out += "&#\(scalar.value);"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
