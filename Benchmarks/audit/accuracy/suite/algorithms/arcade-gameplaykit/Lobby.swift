import SwiftUI

struct Lobby: Identifiable {
  let id = UUID()
  let name: String
  let hostSecret: Data
  let colour: Color

  private static let nextByte: () -> UInt8 = { UInt8(truncatingIfNeeded: lrand48()) }

  init(name: String) {
    self.name = name
    hostSecret = Data((0..<16).map { _ in Self.nextByte() }) // weak: weak-random helper
    colour = Color(hue: drand48(), saturation: 0.6, brightness: 0.9) // safe: weak-random
  }
}

struct LobbyList: View {
  @State private var lobbies: [Lobby] = []

  var body: some View {
    List(lobbies) { lobby in
      Label(lobby.name, systemImage: "person.3").foregroundStyle(lobby.colour)
    }
    .toolbar {
      Button("New") { lobbies.append(Lobby(name: "Table \(lobbies.count + 1)")) }
    }
  }
}
