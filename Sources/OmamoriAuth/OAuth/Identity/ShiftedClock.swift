import OmamoriCore

/// A clock beside another one: that of a server, as seen from here.
struct ShiftedClock: WallClock {
  let base: any WallClock
  let offset: TimeInterval

  var date: Date { base.date + offset }
}
