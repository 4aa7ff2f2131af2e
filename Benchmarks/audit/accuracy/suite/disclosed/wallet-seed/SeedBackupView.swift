import SwiftUI
import UIKit
import UniformTypeIdentifiers

struct SeedBackupView: View {
  let mnemonic: [String]
  let receiveAddress: String
  @State private var copied = false
  @State private var revealed = false

  var body: some View {
    VStack(spacing: 12) {
      if revealed {
        ForEach(Array(mnemonic.enumerated()), id: \.offset) { index, word in
          Text("\(index + 1). \(word)")
        }
      }
      Toggle("Show words", isOn: $revealed)
      Button("Copy phrase") {
        UIPasteboard.general.string = mnemonic.joined(separator: " ") // weak: pasteboard direct
        copied = true
      }
      Button("Copy for one minute", action: copyBriefly)
      Button("Copy receive address") {
        UIPasteboard.general.string = receiveAddress // safe: pasteboard
      }
      if copied {
        Label("Copied", systemImage: "checkmark")
      }
    }
  }

  private func copyBriefly() {
    let item = [UTType.utf8PlainText.identifier: mnemonic.joined(separator: " ")]
    let options: [UIPasteboard.OptionsKey: Any] = [.localOnly: true, .expirationDate: Date().addingTimeInterval(60)]
    UIPasteboard.general.setItems([item], options: options) // safe: pasteboard
    copied = true
  }
}
