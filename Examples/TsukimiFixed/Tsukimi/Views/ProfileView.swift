import SwiftUI

struct ProfileView: View {
  @EnvironmentObject private var account: AccountModel
  @AppStorage("theme") private var theme = "night"
  @State private var parentPassword = ""
  @State private var asksToSignOut = false
  @State private var message: String?

  var body: some View {
    NavigationStack {
      Form {
        Section("アカウント") {
          LabeledContent("名前", value: account.displayName)
          if account.isSupporter { Label("応援プラン", systemImage: "heart.fill") }
          Link("パスワードと支払い方法を変更", destination: Endpoints.accountPage)
        }
        Section("保護者") {
          SecureField("保護者のパスワード", text: $parentPassword)
            .textContentType(.newPassword)
          Button("設定する", action: setParentPassword)
          if let message { Text(message).font(.footnote) }
        }
        Section("支払い") {
          Button("この端末で送金できるようにする") { Task { await account.preparePayments() } }
        }
        Section("表示") {
          Picker("テーマ", selection: $theme) {
            Text("夜").tag("night")
            Text("夕方").tag("dusk")
          }
        }
        Section {
          Button("サインアウト", role: .destructive) { asksToSignOut = true }
            .confirmationDialog(
              "この端末の日記も消えます。よろしいですか？", isPresented: $asksToSignOut, titleVisibility: .visible
            ) {
              Button("サインアウト", role: .destructive) { Task { await account.signOut() } }
            }
        }
      }
      .navigationTitle("わたし")
    }
    .task { await account.refreshSupporter() }
    .onDisappear { parentPassword = "" }
  }

  private func setParentPassword() {
    let chosen = parentPassword
    parentPassword = ""
    Task {
      do {
        try await PasswordVerifier.shared.remember(chosen)
        message = "設定しました。"
      } catch {
        message = "10文字以上で設定してください。"
      }
    }
  }
}
