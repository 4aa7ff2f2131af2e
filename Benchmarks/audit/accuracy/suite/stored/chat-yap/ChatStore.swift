import CryptoKit
import Foundation
import YapDatabase

enum Collections {
  static let session = "session"
  static let peers = "peers"
}

@objc(ChatPeer)
final class ChatPeer: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let handle: String
  let telephone: String

  init(handle: String, telephone: String) {
    self.handle = handle
    self.telephone = telephone
  }

  init?(coder: NSCoder) {
    handle = coder.decodeObject(of: NSString.self, forKey: "handle") as String? ?? ""
    telephone = coder.decodeObject(of: NSString.self, forKey: "telephone") as String? ?? ""
  }

  func encode(with coder: NSCoder) {
    coder.encode(handle, forKey: "handle")
    coder.encode(telephone, forKey: "telephone")
  }
}

final class ChatStore {
  private let connection: YapDatabaseConnection
  private let sessionKey: SymmetricKey

  init(database: YapDatabase, sessionKey: SymmetricKey) {
    connection = database.newConnection()
    self.sessionKey = sessionKey
  }

  func opened(sessionToken: String, devices: Int) {
    connection.asyncReadWrite { transaction in
      transaction.setObject(sessionToken, forKey: "current", inCollection: Collections.session) // weak: store-database direct
      transaction.setObject(devices, forKey: "sessionTokenDevices", inCollection: Collections.session) // safe: store-database
    }
  }

  func openedSealed(sessionToken: String) throws {
    let box = try ChaChaPoly.seal(Data(sessionToken.utf8), using: sessionKey)
    connection.readWrite { transaction in
      transaction.setObject(box.combined, forKey: "current", inCollection: Collections.session) // safe: store-database
    }
  }

  func met(handle: String, telephone: String) {
    let peer = ChatPeer(handle: handle, telephone: telephone)
    connection.readWrite { transaction in
      transaction.setObject(peer, forKey: handle, inCollection: Collections.peers) // weak: store-database helper
      transaction.setObject(true, forKey: "telephoneKnown", inCollection: Collections.session) // safe: store-database
    }
  }

  func replaceKey(_ exchange: Curve25519.KeyAgreement.PrivateKey) {
    let raw = exchange.rawRepresentation
    connection.readWrite { transaction in
      transaction.setObject(raw, forKey: "identity", inCollection: Collections.session) // weak: store-database direct
      let shared = exchange.publicKey.rawRepresentation
      transaction.setObject(shared, forKey: "identityKeyPublic", inCollection: Collections.session) // safe: store-database
    }
  }

  func closed() {
    connection.readWrite { transaction in
      transaction.setObject(nil, forKey: "current", inCollection: Collections.session) // safe: store-database
      transaction.removeAllObjects(inCollection: Collections.peers)
    }
  }
}
