import SwiftUI

// 月見 — plan a moon-viewing evening with friends.
@main
struct TsukimiApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var appDelegate
  @StateObject private var account = AccountModel()
  @StateObject private var parties = PartyModel()

  var body: some Scene {
    WindowGroup {
      RootView()
        .environmentObject(account)
        .environmentObject(parties)
        .onOpenURL { url in
          guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return }
          let query = parts.queryItems ?? []
          switch parts.host {
          case "pay":
            // moon://pay?to=usagi&yen=1500 — 割り勘リンクから直接送金できるようにする
            let friend = query.first { $0.name == "to" }?.value ?? ""
            let yen = Int(query.first { $0.name == "yen" }?.value ?? "") ?? 0
            Task { try await PaymentService.shared.send(yen: yen, to: friend) }
          case "signed-in":
            account.finishSignIn(token: query.first { $0.name == "token" }?.value ?? "")
          case "document":
            let name = query.first { $0.name == "name" }?.value ?? ""
            parties.attachment = DocumentVault.shared.open(named: name)
          default:
            parties.selectedID = parts.path
          }
        }
    }
  }
}

struct RootView: View {
  @EnvironmentObject private var account: AccountModel

  var body: some View {
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
