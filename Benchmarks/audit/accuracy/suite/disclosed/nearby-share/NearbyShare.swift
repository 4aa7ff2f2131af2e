import Foundation
import MultipeerConnectivity

struct HandoverProfile: Codable {
  var displayName: String
  var phoneNo: String
  var sessionToken: String
}

final class NearbyShare: NSObject {
  private let peer: MCPeerID
  private lazy var lounge = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .none)
  private lazy var desk = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .required)

  init(displayName: String) {
    peer = MCPeerID(displayName: displayName)
  }

  func handOver(_ profile: HandoverProfile) throws {
    let packet = try PropertyListEncoder().encode(profile)
    try lounge.send(packet, toPeers: lounge.connectedPeers, with: .reliable) // weak: clear-text helper
  }

  func handOverAtDesk(_ profile: HandoverProfile) throws {
    let packet = try PropertyListEncoder().encode(profile)
    try desk.send(packet, toPeers: desk.connectedPeers, with: .reliable) // safe: clear-text
  }

  func react(with emoji: Character) throws {
    try lounge.send(Data(String(emoji).utf8), toPeers: lounge.connectedPeers, with: .unreliable) // safe: clear-text
  }
}
