import SwiftUI
import UIKit

struct ChatView: View {
  @StateObject private var room = ChatRoom()
  @State private var draft = ""

  var body: some View {
    NavigationStack {
      VStack {
        List(room.lines) { line in
          VStack(alignment: .leading) {
            Text(line.author).font(.caption)
            Text(line.text)
          }
        }
        HStack {
          TextField("メッセージ", text: $draft)
          Button("送る") {
            Task {
              try await room.say(draft)
              draft = ""
            }
          }
        }
        .padding()
      }
      .navigationTitle("おしゃべり")
    }
  }
}

// 合言葉を友だちに渡す。
struct RoomPasswordView: View {
  let roomPassword: String
  @State private var typedPassword = ""

  var body: some View {
    Form {
      TextField("合言葉", text: $typedPassword)
      Button("コピー") {
        UIPasteboard.general.string = roomPassword
      }
      Button("LINE で送る") {
        guard let url = URL(string: "line://msg/text/"), UIApplication.shared.canOpenURL(url) else { return }
        UIApplication.shared.open(url)
      }
    }
  }
}
