import CryptoKit
import SwiftUI

@MainActor
final class CheckoutModel: ObservableObject {
  @AppStorage("checkout.draft") private var draft = ""
  @AppStorage("checkout.blob") private var blob = Data()
  @AppStorage("checkout.attempts") private var cvvAttempts = 0
  @Published var ccNo = ""
  @Published var cvv2 = ""
  @Published var note = ""

  private let sealingKey: SymmetricKey

  init(sealingKey: SymmetricKey) {
    self.sealingKey = sealingKey
  }

  func pause() {
    draft = ccNo // weak: store-preferences helper
  }

  func pauseSealed() throws {
    blob = try ChaChaPoly.seal(Data(ccNo.utf8), using: sealingKey).combined // safe: store-preferences
    draft = "" // safe: store-preferences
  }

  func pauseAll() {
    let fields = [note, cvv2].joined(separator: "\n")
    blob = Data(fields.utf8) // weak: store-preferences helper
  }

  func declined() {
    cvvAttempts += 1
    cvv2 = ""
  }
}

struct CheckoutView: View {
  @ObservedObject var model: CheckoutModel

  var body: some View {
    VStack {
      TextField("Card number", text: $model.ccNo)
      SecureField("Security code", text: $model.cvv2)
      TextField("Note", text: $model.note)
      Button("Later", action: model.pause)
      Button("Keep note") { model.pauseAll() }
    }
  }
}
