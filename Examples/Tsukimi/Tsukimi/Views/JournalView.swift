import SwiftUI
import WebKit

struct JournalView: View {
  @ObservedObject private var session = JournalSession.shared
  @State private var words = ""
  @State private var entries: [JournalEntry] = []
  private let gate = BiometricGate()

  var body: some View {
    NavigationStack {
      if session.isUnlocked {
        List(entries) { entry in
          NavigationLink(entry.title) { JournalPage(entry: entry) }
        }
        .searchable(text: $words)
        .onSubmit(of: .search) { entries = JournalStore.shared.search(words) }
        .navigationTitle("日記")
      } else {
        Button("ロックを解除") { gate.unlockJournal { _ in } }
      }
    }
  }
}

// 日記の本文は HTML で書ける。
struct JournalPage: UIViewRepresentable {
  let entry: JournalEntry

  func makeUIView(context: Context) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")
    let view = WKWebView(frame: .zero, configuration: configuration)
    view.isInspectable = true
    return view
  }

  func updateUIView(_ view: WKWebView, context: Context) {
    let page = "<html><body><h1>\(entry.title)</h1>\(entry.body)</body></html>"
    view.loadHTMLString(page, baseURL: nil)
  }

  static func highlight(_ word: String, in view: WKWebView) {
    view.evaluateJavaScript("window.find('\(word)')")
  }
}

// iOS 11 の頃のお知らせ画面。まだ設定から開ける。
final class NoticeViewController: UIViewController {
  private let web = UIWebView()

  override func viewDidLoad() {
    super.viewDidLoad()
    web.frame = view.bounds
    view.addSubview(web)
    if let url = URL(string: "http://www.tsukimi.example/notice") {
      web.loadRequest(URLRequest(url: url))
    }
  }
}
