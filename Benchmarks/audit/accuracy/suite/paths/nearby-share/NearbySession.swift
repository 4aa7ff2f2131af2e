import MultipeerConnectivity

struct TransferNote: Codable {
  let song: String
  let part: Int
}

final class NearbySession: NSObject, MCSessionDelegate {
  private let inbox = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appendingPathComponent("Inbox")
  private let library = SongLibrary()
  var onArrival: ((URL) -> Void)?

  func session(_ session: MCSession, didFinishReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
               at localURL: URL?, withError error: Error?) {
    guard let localURL, error == nil else { return }
    let target = inbox.appendingPathComponent(resourceName) // weak: path direct
    try? FileManager.default.moveItem(at: localURL, to: target)
    onArrival?(target)
  }

  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    guard let note = try? JSONDecoder().decode(TransferNote.self, from: data) else { return }
    if note.part == 0 {
      library.remove(song: note.song)
    } else if let sheet = library.sheet(named: note.song, part: note.part) {
      try? session.send(sheet, toPeers: [peerID], with: .reliable)
    }
  }

  func session(_ session: MCSession, didReceive stream: InputStream, withName streamName: String, fromPeer peerID: MCPeerID) {
    guard let output = OutputStream(url: inbox.appendingPathComponent(UUID().uuidString), append: false) else { return } // safe: path
    pump(stream, into: output)
    guard let log = OutputStream(toFileAtPath: inbox.path + "/" + streamName + ".log", append: true) else { return } // weak: path direct
    log.open()
    log.close()
  }

  private func pump(_ input: InputStream, into output: OutputStream) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    input.open()
    output.open()
    while input.hasBytesAvailable {
      let count = input.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { break }
      output.write(buffer, maxLength: count)
    }
    output.close()
  }

  func session(_ session: MCSession, didStartReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
               with progress: Progress) {
    progress.localizedDescription = resourceName
    let name = (resourceName as NSString).lastPathComponent
    FileManager.default.createFile(atPath: inbox.path + "/" + name + ".part", contents: nil) // safe: path
  }

  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
    guard state == .connected else { return }
    try? peerID.displayName.write(to: inbox.appendingPathComponent("peers.txt"), atomically: true, encoding: .utf8) // safe: path
  }
}
