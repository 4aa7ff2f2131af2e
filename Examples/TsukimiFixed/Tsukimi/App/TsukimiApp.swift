import SwiftUI

// 月見 — plan a moon-viewing evening with friends.
@main
struct TsukimiApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var appDelegate
  @Environment(\.scenePhase) private var scenePhase
  @StateObject private var account = AccountModel()
  @StateObject private var parties = PartyModel()
  @State private var link: DeepLink?

  var body: some Scene {
    WindowGroup {
      RootView()
        .environmentObject(account)
        .environmentObject(parties)
        .overlay {
          // アプリ切り替え画面に日記や支払いが写らないようにする
          if scenePhase != .active { PrivacyCurtain() }
        }
        .onOpenURL { url in link = DeepLink(url) }
        .confirmationDialog(
          "リンクを開きますか？", isPresented: asksAboutLink, titleVisibility: .visible, presenting: link
        ) { link in
          Button("開く") { parties.show(link) }
          Button("やめる", role: .cancel) {}
        } message: { link in
          Text(link.summary)
        }
    }
  }

  private var asksAboutLink: Binding<Bool> {
    Binding(get: { link != nil }, set: { if !$0 { link = nil } })
  }
}

struct PrivacyCurtain: View {
  var body: some View {
    ZStack {
      Color(.systemBackground)
      Image(systemName: "moon.stars.fill").font(.largeTitle)
    }
    .ignoresSafeArea()
  }
}

struct RootView: View {
  @EnvironmentObject private var account: AccountModel

  var body: some View {
    content
      .task { await account.resume() }
      .alert(account.failure ?? "", isPresented: showsFailure) {}
  }

  private var showsFailure: Binding<Bool> {
    Binding(get: { account.failure != nil }, set: { if !$0 { account.failure = nil } })
  }

  @ViewBuilder private var content: some View {
    if account.isSignedIn {
      TabView {
        PartyListView().tabItem { Label("月見会", systemImage: "moon.stars") }
        ChatView().tabItem { Label("おしゃべり", systemImage: "bubble.left.and.bubble.right") }
        JournalView().tabItem { Label("日記", systemImage: "book") }
        ProfileView().tabItem { Label("わたし", systemImage: "person") }
      }
    } else {
      LoginScreen()
    }
  }
}
