import Foundation
import MailCore

final class AttachmentSaver {
  private let session: MCOIMAPSession
  private let folder = URL.documentsDirectory.appending(path: "Mail")

  init(session: MCOIMAPSession) {
    self.session = session
  }

  func saveAttachments(of message: MCOIMAPMessage) {
    for part in message.attachments().compactMap({ $0 as? MCOIMAPPart }) {
      let operation = session.fetchMessageAttachmentOperation(
        withFolder: "INBOX", uid: message.uid, partID: part.partID, encoding: part.encoding)
      operation?.start { [self] _, data in
        guard let data, let name = part.filename else { return }
        if part.isInlineAttachment {
          try? data.write(to: folder.appending(path: "inline-\(message.uid)-\(UUID())")) // safe: path
        } else {
          try? data.write(to: folder.appending(path: name)) // weak: path direct
        }
      }
    }
  }

  func saveSource(uid: UInt32) {
    session.fetchMessageOperation(withFolder: "INBOX", uid: uid)?.start { [self] _, data in
      guard let parser = MCOMessageParser(data: data) else { return }
      for (index, part) in parser.attachments().compactMap({ $0 as? MCOAttachment }).enumerated() {
        try? keep(part, index: index)
      }
    }
  }

  private func keep(_ part: MCOAttachment, index: Int) throws {
    let name = (part.filename ?? "") as NSString
    if name.pathExtension == "ics" {
      try part.data.write(to: folder.appendingPathComponent("invite-\(index).ics")) // safe: path
    } else {
      try part.data.write(to: URL(fileURLWithPath: folder.path).appendingPathComponent(name as String)) // weak: path helper
    }
  }
}
