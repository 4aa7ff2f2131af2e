import OmamoriCore
import OmamoriCrypto

extension RatchetCore {
  /// Seals a message; nothing changes when an error is thrown.
  mutating func seal(
    _ plaintext: [UInt8],
    authenticating data: [UInt8],
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    let new = sending == nil ? try newSendingChain(randomness) : nil
    guard let chain = new?.chain ?? sending, let key = new?.key ?? ownKey, chain.number < .max else {
      throw .conversation(.noSession)
    }
    let step = Profile.step(chain: chain.chainKey)
    let header = RatchetHeader(
      ratchetKey: key.publicBytes, previousCount: previousCount, number: chain.number)
    let message = try Profile.seal(
      plaintext, header, messageKey: step.messageKey, headerKey: chain.headerKey,
      in: RatchetContext(binding: binding, data: data), randomness: randomness)
    if let new {
      (rootKey, nextSendingHeaderKey) = (new.root.rootKey, new.root.nextHeaderKey)
      (ownKey, sending) = (key, chain)
    }
    sending?.chainKey = step.chainKey
    sending?.number = chain.number + 1
    return message
  }

  private struct NewSendingChain {
    let key: Curve25519.KeyAgreement.PrivateKey
    let root: RootStep
    let chain: SendingChain
  }

  /// A new ratchet key with the chain that follows from it.
  private func newSendingChain(_ randomness: some Randomness) throws(MessagingError) -> NewSendingChain {
    guard let remoteKey else { throw .conversation(.noSession) }
    let secret: SecretBytes
    do throws(CoreError) {
      secret = try SecretBytes(randomCount: CurveKeyRules.byteCount, from: randomness)
    } catch {
      throw .core(error)
    }
    do throws(CryptoError) {
      let key = try Curve25519.KeyAgreement.PrivateKey(secret: secret)
      let root = Profile.step(root: rootKey, agreed: try key.agreement(with: remoteKey))
      let chain = SendingChain(headerKey: nextSendingHeaderKey, chainKey: root.chainKey, number: 0)
      return NewSendingChain(key: key, root: root, chain: chain)
    } catch {
      throw .cryptography(error)
    }
  }
}
