import Cache
import Disk
import Foundation
import RNCryptor

final class SessionCache {
  private let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example.reader")!
  private let lockbox: Storage<String, String>?
  private let plainBox: Storage<String, String>?

  init() {
    let transformer = TransformerFactory.forCodable(ofType: String.self)
    let protected = DiskConfig(name: "lockbox", protectionType: .complete)
    lockbox = try? Storage(diskConfig: protected, memoryConfig: MemoryConfig(), transformer: transformer)
    plainBox = try? Storage(diskConfig: DiskConfig(name: "box"), memoryConfig: MemoryConfig(), transformer: transformer)
  }

  func store(_ session: Session) throws {
    try JSONFile<Session>(url: group.appendingPathComponent("s.json")).save(session) // weak: store-file file
  }

  func store(_ info: SessionInfo) throws {
    try JSONFile<SessionInfo>(url: group.appendingPathComponent("token-info.json")).save(info) // safe: store-file
  }

  func store(_ session: Session, for widget: String) throws {
    try Disk.save(session, to: .sharedContainer(appGroupName: "group.example.reader"), as: "\(widget).json") // weak: store-file file
    try Disk.save(session.issuedAt, to: .caches, as: "token-issued.json") // safe: store-file
  }

  func remember(cookie: String, for host: String) throws {
    try plainBox?.setObject("sid=" + cookie, forKey: host) // weak: store-file direct
  }

  func remember(passphrase: String, for host: String) throws {
    try lockbox?.setObject(passphrase, forKey: host) // safe: store-file
  }

  func keepOffline(_ session: Session, deviceSecret: String) throws {
    let plain = try JSONEncoder().encode(session)
    let cipher = RNCryptor.encrypt(data: plain, withPassword: deviceSecret)
    try cipher.write(to: group.appendingPathComponent("session.bin"), options: .atomic) // safe: store-file
  }

  func keepOnline(_ session: Session) throws {
    let values = ["uid": "\(session.userId)", "at": session.accessToken] as NSDictionary
    try values.write(to: group.appendingPathComponent("session.plist")) // weak: store-file file
  }

  func archive(_ bookmarks: [Bookmark]) throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: bookmarks, requiringSecureCoding: true)
    try data.write(to: group.appendingPathComponent("bookmarks.data")) // weak: store-file file
  }

  func archiveTitles(_ bookmarks: [Bookmark]) throws {
    let titles = bookmarks.map(\.title) as NSArray
    let data = try NSKeyedArchiver.archivedData(withRootObject: titles, requiringSecureCoding: true)
    try data.write(to: group.appendingPathComponent("titles.data")) // safe: store-file
  }

  func trace(refreshToken: String, tokenCount: Int) {
    guard let log = OutputStream(url: group.appendingPathComponent("trace.log"), append: true) else { return }
    log.open()
    defer { log.close() }
    let line = Array("renewed \(refreshToken)\n".utf8)
    log.write(line, maxLength: line.count) // weak: store-file direct
    let tail = Array("\(tokenCount) tokens\n".utf8)
    log.write(tail, maxLength: tail.count)
  }
}
