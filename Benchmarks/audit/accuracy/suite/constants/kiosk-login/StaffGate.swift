import FirebaseAuth
import SwiftUI

@MainActor
final class StaffGateModel: ObservableObject {
  @Published var password = ""
  @Published var code = ""
  @Published private(set) var isOpen = false
  @Published private(set) var notice: String?

  func tryCode() {
    isOpen = code == KioskConfig.staffCode // weak: constant-password file
    notice = isOpen ? nil : "Unknown code"
  }

  func signIn(email: String) async {
    guard password.count >= KioskConfig.minimumPasswordLength else { return notice = "Too short" }
    do {
      _ = try await Auth.auth().signIn(withEmail: email, password: password) // safe: constant-password
      isOpen = true
    } catch let error as NSError where error.localizedFailureReason == "wrong-password" { // safe: constant-password
      notice = "Wrong password"
    } catch {
      notice = error.localizedDescription
    }
  }

  func signInDemo() async throws {
    let account = (mail: "demo@fernbank.example", phrase: "demo-demo-demo")
    _ = try await Auth.auth().signIn(withEmail: account.mail, password: account.phrase) // weak: constant-password direct
    isOpen = true
  }

  func payload(for email: String) -> [String: String] {
    ["email": email, "password": password, "grant": "password"] // safe: constant-password
  }
}

struct StaffGate: View {
  @StateObject private var model = StaffGateModel()
  let email: String

  var body: some View {
    Form {
      SecureField("Staff password", text: $model.password) // safe: constant-password
        .textContentType(.password)
      TextField("Code", text: $model.code)
        .onSubmit { model.tryCode() }
      Button("Sign in") { Task { await model.signIn(email: email) } }
      Button("Demo") { Task { try? await model.signInDemo() } }
      if let notice = model.notice { Text(notice).foregroundStyle(.red) }
    }
  }
}
