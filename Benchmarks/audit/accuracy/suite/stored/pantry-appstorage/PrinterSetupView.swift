import SwiftUI

enum TokenType: String { case bearer, mac }
enum AddressFormat: Int { case postal, short }

struct PrinterSetupView: View {
  @AppStorage("printer.ssid") private var ssid = "" // weak: store-preferences direct
  @AppStorage("printer.wpa") private var wifiPassphrase = "" // weak: store-preferences direct
  @AppStorage("printer.showPassphrase") private var showPassphrase = false // safe: store-preferences
  @AppStorage("printer.pinLength") private var pinLength = 4 // safe: store-preferences
  @State private var adminPin = ""

  var body: some View {
    Form {
      Section("Network") {
        TextField("Name", text: $ssid)
        if showPassphrase {
          TextField("Passphrase", text: $wifiPassphrase)
        } else {
          SecureField("Passphrase", text: $wifiPassphrase)
        }
        Toggle("Show passphrase", isOn: $showPassphrase)
      }
      Section("Administration") {
        Stepper("PIN digits: \(pinLength)", value: $pinLength, in: 4...8)
        SecureField("PIN", text: $adminPin)
      }
    }
  }
}

struct DeliveryView: View {
  @AppStorage("delivery.tokenType") private var tokenType: TokenType = .bearer // safe: store-preferences
  @AppStorage("delivery.format") private var addressFormat: AddressFormat = .postal // safe: store-preferences
  @AppStorage("delivery.hint", store: UserDefaults(suiteName: "group.app.pantry"))
  private var passwordHintShown = false
  @AppStorage("delivery.street") private var homeAddress = "" // weak: store-preferences direct

  var body: some View {
    List {
      TextField("Street and number", text: $homeAddress)
      Picker("Format", selection: $addressFormat) {
        Text("Postal").tag(AddressFormat.postal)
        Text("Short").tag(AddressFormat.short)
      }
      Text(tokenType == .mac ? "Signed requests" : "Standard requests")
    }
    .onAppear { passwordHintShown = true } // safe: store-preferences
  }
}
