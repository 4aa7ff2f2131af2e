import SwiftUI
import UniformTypeIdentifiers

struct NotesView: View {
  @State private var title = ""
  @State private var content = ""
  @State private var importing = false
  private let folder = NotesFolder(url: .documentsDirectory)

  var body: some View {
    Form {
      TextField("Title", text: $title)
      TextEditor(text: $content)
      Button("Save", action: save)
      Button("Save as new", action: saveNew)
      Button("Import") { importing = true }
      Button("Paste template", action: pasteTemplate)
    }
    .onOpenURL(perform: follow)
    .onContinueUserActivity("app.quicknotes.edit", perform: resume)
    .fileImporter(isPresented: $importing, allowedContentTypes: [.plainText], onCompletion: take)
  }

  private func save() {
    try? content.write(to: folder.url.appendingPathComponent("\(title).md"), atomically: true, encoding: .utf8) // weak: path helper
  }

  private func saveNew() {
    let name = folder.sanitized(title)
    try? content.write(to: folder.url.appendingPathComponent(name + ".md"), atomically: true, encoding: .utf8) // safe: path
  }

  private func follow(_ link: URL) {
    switch NoteLink(link) {
    case .open(let name): content = folder.text(at: folder.path(of: name)) ?? ""
    case .append(let name, let text):
      FileHandle(forWritingAtPath: folder.url.path + "/" + name)?.write(Data(text.utf8)) // weak: path file
    case .page(let page): try? folder.append(link.fragment ?? "", toPage: page)
    case .duplicate(let name):
      try? FileManager.default.copyItem(atPath: folder.path(of: name), toPath: folder.url.path + "/copy.md") // weak: path file
    case nil: break
    }
  }

  private func resume(_ activity: NSUserActivity) {
    guard let id = (activity.userInfo?["note"] as? String).flatMap(UUID.init(uuidString:)) else { return }
    content = (try? String(contentsOf: folder.url.appendingPathComponent(id.uuidString), encoding: .utf8)) ?? "" // safe: path
  }

  private func take(_ result: Result<URL, Error>) {
    guard case .success(let picked) = result, picked.startAccessingSecurityScopedResource() else { return }
    defer { picked.stopAccessingSecurityScopedResource() }
    content = (try? String(contentsOf: picked, encoding: .utf8)) ?? "" // safe: path
  }

  private func pasteTemplate() {
    guard let name = UIPasteboard.general.string else { return }
    content = (try? NSString(contentsOfFile: folder.url.path + "/templates/\(name)", encoding: 4) as String) ?? "" // weak: path direct
  }
}
