import SwiftUI
import UIKit
import UniformTypeIdentifiers

struct ChatView: View {
  @StateObject private var room = ChatRoom()
  @State private var draft = ""
  @State private var failed = false

  var body: some View {
    NavigationStack {
      VStack {
        List(room.lines) { line in
          VStack(alignment: .leading) {
            Text(line.author).font(.caption)
            Text(line.text).privacySensitive()
          }
        }
        HStack {
          TextField("メッセージ", text: $draft)
            .autocorrectionDisabled()
          Button("送る", action: send)
        }
        .padding()
      }
      .navigationTitle("おしゃべり")
      .alert("送れませんでした", isPresented: $failed) {}
    }
  }

  private func send() {
    Task {
      do {
        try await room.say(draft)
        draft = ""
      } catch {
        failed = true
      }
    }
  }
}

// 合言葉を友だちに渡す。
struct RoomPasswordView: View {
  let roomPassword: String
  @State private var typedPassword = ""

  var body: some View {
    Form {
      SecureField("合言葉", text: $typedPassword)
      Button("一分間だけコピー") {
        UIPasteboard.general.setItems(
          [[UTType.utf8PlainText.identifier: roomPassword]],
          options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)])
      }
      Button("LINE を開く") {
        guard let url = URL(string: "line://nv/chat"), UIApplication.shared.canOpenURL(url) else { return }
        UIApplication.shared.open(url)
      }
    }
    .onDisappear {
      typedPassword = ""
      UIPasteboard.general.items = []
    }
  }
}
