import SafariServices
import SwiftUI
import WebKit

struct JournalView: View {
  private enum PassphraseUse {
    case newJournal
    case recovery
  }

  @ObservedObject private var session = JournalSession.shared
  @Environment(\.scenePhase) private var scenePhase
  @State private var words = ""
  @State private var entries: [JournalEntry] = []
  @State private var failed = false
  @State private var passphrase = ""
  @State private var passphraseFor: PassphraseUse?
  private let gate = BiometricGate()

  var body: some View {
    NavigationStack {
      if let store = session.store {
        List(entries) { entry in
          NavigationLink(entry.title) { JournalPage(entry: entry) }
        }
        .searchable(text: $words)
        .onSubmit(of: .search) { search(store) }
        .navigationTitle("日記")
      } else {
        locked
      }
    }
    .alert("日記を開けませんでした", isPresented: $failed) {}
    .onChange(of: scenePhase) {
      guard scenePhase == .background else { return }
      entries = []
      session.lock()
    }
  }

  @ViewBuilder private var locked: some View {
    if let passphraseFor {
      Form {
        SecureField("復旧用の合言葉（10文字以上）", text: $passphrase)
          .textContentType(passphraseFor == .newJournal ? .newPassword : .password)
        Button(passphraseFor == .newJournal ? "日記を始める" : "日記を取り戻す") {
          open(isNew: passphraseFor == .newJournal)
        }
      }
    } else {
      Button("ロックを解除", action: unlock)
    }
  }

  private func unlock() {
    Task {
      do {
        try session.open(with: await gate.unlockJournal())
      } catch KeyFactoryError.noJournal {
        passphraseFor = .newJournal
      } catch KeyFactoryError.enrolmentChanged {
        passphraseFor = .recovery
      } catch {
        failed = true
      }
    }
  }

  private func open(isNew: Bool) {
    let typed = passphrase
    passphrase = ""
    Task {
      do {
        try session.open(with: await gate.openJournal(passphrase: typed, isNew: isNew))
        passphraseFor = nil
      } catch {
        failed = true
      }
    }
  }

  private func search(_ store: JournalStore) {
    do {
      entries = try store.search(words, season: "秋")
    } catch {
      failed = true
    }
  }
}

// 日記の本文。文字として表示し、タグは解釈しない。
struct JournalPage: UIViewRepresentable {
  let entry: JournalEntry

  final class Navigation: NSObject, WKNavigationDelegate {
    /// Shows the page it was given and goes nowhere else.
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      navigationAction.request.url?.absoluteString == "about:blank" ? .allow : .cancel
    }
  }

  func makeCoordinator() -> Navigation {
    Navigation()
  }

  func makeUIView(context: Context) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.defaultWebpagePreferences.allowsContentJavaScript = false
    let view = WKWebView(frame: .zero, configuration: configuration)
    view.navigationDelegate = context.coordinator
    #if DEBUG
    view.isInspectable = true
    #endif
    return view
  }

  func updateUIView(_ view: WKWebView, context: Context) {
    let title = Self.escaped(entry.title)
    let text = Self.escaped(entry.body)
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    let page = """
      <html><head><meta http-equiv="Content-Security-Policy" content="\(policy)"></head>
      <body><h1>\(title)</h1><p style="white-space: pre-wrap">\(text)</p></body></html>
      """
    view.loadHTMLString(page, baseURL: nil)
  }

  /// Replaces the five characters that HTML gives a meaning to.
  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
      .replacingOccurrences(of: "'", with: "&#39;")
  }

  /// The word goes in as an argument and is never part of the script.
  static func highlight(_ word: String, in view: WKWebView) async throws {
    _ = try await view.callAsyncJavaScript(
      "return window.find(word)", arguments: ["word": word], in: nil, contentWorld: .defaultClient)
  }
}

// お知らせ。
enum Notice {
  @MainActor
  static func page() -> SFSafariViewController {
    SFSafariViewController(url: Endpoints.notice)
  }
}
