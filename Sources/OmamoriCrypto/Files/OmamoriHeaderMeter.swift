/// Finds the end of the header of an Omamori file, which its first bytes tell.
struct OmamoriHeaderMeter: HeaderMeter {
  func size(in bytes: [UInt8]) throws(CryptoError) -> Int? { try OmamoriFileCodec.headerSize(in: bytes) }
}
