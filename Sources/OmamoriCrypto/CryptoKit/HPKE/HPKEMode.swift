#if !canImport(Darwin)

/// The modes of HPKE with their numbers (RFC 9180, section 5).
enum HPKEMode: UInt8 {
  case base = 0
  case presharedKey = 1
  case authenticated = 2
  case authenticatedPresharedKey = 3
}
#endif
