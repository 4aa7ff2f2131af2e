/// A range of addresses in CIDR notation (RFC 4632).
struct ATSAddressRange: Hashable {
  /// An address of the range; the bits behind the prefix do not matter.
  let address: ATSAddress
  /// How many leading bits all addresses of the range share.
  let prefix: Int

  /// Reads `198.51.100.0/24`, `10/8`, `::/0` and the like.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = ATSAddress(range: parts[0]) else { return nil }
    guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ ASCII.digit($0) != nil }),
      let prefix = Int(parts[1]), prefix <= address.bytes.count * 8
    else { return nil }
    (self.address, self.prefix) = (address, prefix)
  }

  /// Says whether `candidate` lies in the range.
  func contains(_ candidate: ATSAddress) -> Bool { address.sharesPrefix(prefix, with: candidate) }
}
