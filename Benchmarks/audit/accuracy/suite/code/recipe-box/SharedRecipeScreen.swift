import SwiftUI
import WebKit

struct SharedRecipeScreen: View {
  @ObservedObject var inbox: SharedRecipeInbox
  @State private var note = ""
  @State private var portion = ""
  private let page = WKWebView()
  private let noteView = WKWebView()

  private var introMarkup: String { "<section>\(inbox.intro)</section>" }

  var body: some View {
    VStack {
      CardView(heading: inbox.title, servings: inbox.servings)
      MarkupView(markup: introMarkup)
      TextField("Note", text: $note).onSubmit(showNote)
      TextField("Portion", text: $portion).onSubmit(rescale)
      Button("Print") { printPage() }
    }
  }

  private func showNote() {
    let request = URLRequest(url: URL(string: "https://recipebox.example/notes")!)
    noteView.loadSimulatedRequest(request, responseHTML: "<blockquote title=\"\(note)\"></blockquote>") // weak: html helper
  }

  private func rescale() {
    page.evaluateJavaScript("rescale(\(portion))") // weak: script helper
    guard let factor = Double(portion) else { return }
    page.evaluateJavaScript("setFactor(\(factor))") // safe: script
    noteView.loadHTMLString("<meter value=\"\(factor)\"></meter>", baseURL: nil) // safe: html
  }

  private func printPage() {
    var body = introMarkup
    body = "<p>" + entityEncode(inbox.intro) + "</p>"
    page.loadHTMLString(body, baseURL: nil) // safe: html
    Task {
      let title = try await page.evaluateJavaScript("document.title") // safe: script
      note = title as? String ?? ""
    }
  }
}
