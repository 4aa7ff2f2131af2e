import LocalAuthentication
import SwiftUI

struct LockedNoteView: View {
  let title: String
  let content: String
  @State private var isRevealed = false
  @AppStorage(KeychainPolicy.alwaysAsk) private var alwaysAsk = true
  @AppStorage("notes.faceLock") private var faceLock = false

  var body: some View {
    VStack {
      Text(title).font(.headline)
      if isRevealed { Text(content) } else { Button("Show", action: reveal) }
      Button("Lock notes with Face ID") { Task { await enableFaceLock() } }
    }
    .onDisappear { if alwaysAsk { isRevealed = false } }
  }

  private func reveal() {
    LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: title) { isOwner, _ in // weak: biometric-unbound direct
      if isOwner { isRevealed = true }
    }
  }

  private func enableFaceLock() async {
    let context = LAContext()
    let works = try? await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Set up") // safe: biometric-unbound
    faceLock = works ?? false
  }
}
