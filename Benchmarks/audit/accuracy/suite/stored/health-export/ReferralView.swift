import SwiftUI

struct ReferralView: View {
  @State private var diagnosis = ""
  @State private var street = ""
  @State private var shareURL: URL?
  let passwordHelp: LocalizedStringResource = "Your clinic sends the password by letter."

  var body: some View {
    Form {
      TextField("Diagnosis", text: $diagnosis, axis: .vertical)
      TextField("Home address", text: $street)
      Button("Prepare letter") { try? prepare() }
      Button("Prepare sheet") { try? prepareSheet() }
      if let shareURL { ShareLink(item: shareURL) }
    }
  }

  private func prepare() throws {
    let letter = """
      Referral
      Diagnosis: \(diagnosis)
      """
    let url = URL.cachesDirectory.appending(path: "referral.txt")
    try letter.write(to: url, atomically: false, encoding: .utf8) // weak: store-file helper
    shareURL = url
  }

  private func prepareSheet() throws {
    let url = URL.cachesDirectory.appending(path: "help.txt")
    try String(localized: passwordHelp).write(to: url, atomically: true, encoding: .utf8) // safe: store-file
    let lines: NSArray = ["To", street]
    try lines.write(to: URL.documentsDirectory.appending(path: "envelope.plist")) // weak: store-file helper
    shareURL = url
  }
}
