import UIKit
import WebKit

final class NoteViewController: UIViewController, UIDocumentPickerDelegate {
  private let renderer = NoteRenderer()
  private let main = WKWebView()
  private let side = WKWebView()
  private let label = UILabel()
  var isPrinting = false

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    guard let url = urls.first else { return }
    if url.pathExtension == "html" {
      preview(url)
      return
    }
    let document = NoteDocument(fileURL: url)
    document.open { [weak self] opened in
      if opened { self?.present(document) }
    }
  }

  private func present(_ document: NoteDocument) {
    if document.documentState.contains(.editingDisabled) {
      try? showReadOnly(document)
    } else if isPrinting {
      try? showPrintout(document)
    } else {
      show(document)
    }
  }

  private func preview(_ url: URL) {
    guard let data = try? Data(contentsOf: url), let blank = URL(string: "about:blank") else { return }
    main.load(data, mimeType: "text/html", characterEncodingName: "utf-8", baseURL: blank) // weak: html helper
    side.load(data, mimeType: "text/plain", characterEncodingName: "utf-8", baseURL: blank) // safe: html
  }

  private func show(_ document: NoteDocument) {
    main.loadHTMLString(renderer.markdownPage(document), baseURL: nil) // weak: html file
    side.loadHTMLString(renderer.outline(document), baseURL: nil) // safe: html
    label.attributedText = try? NSAttributedString( // weak: html file
      data: Data("<b>\(document.title)</b>".utf8),
      options: [.documentType: NSAttributedString.DocumentType.html],
      documentAttributes: nil
    )
    label.accessibilityAttributedLabel = try? NSAttributedString( // safe: html
      data: Data(document.title.utf8),
      options: [.documentType: NSAttributedString.DocumentType.plain],
      documentAttributes: nil
    )
  }

  private func showReadOnly(_ document: NoteDocument) throws {
    main.loadHTMLString(try renderer.cleanedPage(document), baseURL: nil) // safe: html
    side.loadHTMLString(try renderer.cover(document), baseURL: nil) // safe: html
  }

  private func showPrintout(_ document: NoteDocument) throws {
    let request = URLRequest(url: URL(string: "https://notes.example/print")!)
    main.loadSimulatedRequest(request, responseHTML: try renderer.printout(document)) // weak: html file
    main.evaluateJavaScript("window.print()") // safe: script
  }

  func resume() {
    let inbox = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let last = try? String(contentsOf: inbox.appendingPathComponent("last.html"), encoding: .utf8)
    main.loadHTMLString(last ?? "<p>Empty</p>", baseURL: nil) // weak: html direct
    let welcome = Bundle.main.path(forResource: "welcome", ofType: "html").flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    side.loadHTMLString(welcome ?? "<p>Welcome</p>", baseURL: nil) // safe: html
  }
}
