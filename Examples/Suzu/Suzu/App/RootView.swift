import SwiftUI

struct RootView: View {
  @Environment(Account.self) private var account
  @State private var pin = ""
  @State private var cardNumber = ""
  @State private var words = ""
  @State private var showsServers = false

  var body: some View {
    Form {
      TextField("暗証番号", text: $pin)
        .keyboardType(.numberPad)
      SecureField("パスワード", text: $words)
      TextField("カード番号", text: $cardNumber)
      TextField("検索", text: $words)
      Text(account.recoveryCode)
        .textSelection(.enabled)
      Button("開く") { check() }
      Button("回復コードをコピー") { copy() }
    }
    .onTapGesture(count: 7) { showsServers = true }
    .sheet(isPresented: $showsServers) { ServerMenu() }
  }

  private func check() {
    if pin == "0417" {
      account.isUnlocked = true
    }
  }

  private func copy() {
    UIPasteboard.general.string = account.recoveryCode
  }

  func copyForAMinute() {
    let soon = Date.now.addingTimeInterval(60)
    UIPasteboard.general.setItems([["public.text": account.recoveryCode]], options: [.expirationDate: soon])
  }

  func copyLink() {
    UIPasteboard.general.string = "https://www.suzu.example/"
  }
}

struct ServerMenu: View {
  @AppStorage("server") private var server = "https://api.suzu.example"

  var body: some View {
    Picker("Server", selection: $server) {
      Text("production").tag("https://api.suzu.example")
      Text("staging").tag("http://staging.suzu.example")
    }
  }
}
