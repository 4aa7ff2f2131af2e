import SwiftUI

struct ProfileView: View {
  @EnvironmentObject private var account: AccountModel
  @AppStorage("accessToken") private var accessToken = ""
  @AppStorage("theme") private var theme = "night"
  @State private var cardNumber = ""
  @State private var newPassword = ""

  var body: some View {
    NavigationStack {
      Form {
        Section("アカウント") {
          LabeledContent("名前", value: account.displayName)
          TextField("新しいパスワード", text: $newPassword)
          if account.isSupporter { Label("応援プラン", systemImage: "heart.fill") }
        }
        Section("支払い") {
          TextField("カード番号", text: $cardNumber)
            .keyboardType(.numberPad)
          Button("カードを登録") {
            JournalStore.shared.saveCard(number: cardNumber, friend: account.displayName)
          }
        }
        Section("表示") {
          Picker("テーマ", selection: $theme) {
            Text("夜").tag("night")
            Text("夕方").tag("dusk")
          }
        }
        Section {
          Button("開発者向け：接続確認") { connectStatusBoard() }
          Button("サインアウト", role: .destructive) { account.signOut() }
        }
      }
      .navigationTitle("わたし")
    }
  }

  private func connectStatusBoard() {
    StatusBoard.connect(host: "status.tsukimi.example", password: "hoshi77-kage")
    accessToken = KeychainStore.shared.string(for: "sessionToken") ?? ""
  }
}

// 当日の運営用モニター。
enum StatusBoard {
  static func connect(host: String, password: String) {
    let credential = URLCredential(user: "board", password: password, persistence: .forSession)
    let space = URLProtectionSpace(
      host: host, port: 443, protocol: "https", realm: nil, authenticationMethod: nil)
    URLCredentialStorage.shared.set(credential, for: space)
  }
}
