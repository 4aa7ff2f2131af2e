// Two people talk, and a server that carries their messages reads none of them.
import Omamori
import OmamoriMessaging

// snippet.hide
// A program would keep its state in a keychain: `KeychainConversationStore`.
let (aliceStore, bobStore) = (InMemoryConversationStore(), InMemoryConversationStore())
// snippet.show
// Each device makes an account once; what it publishes goes to a server, which hands each one-time key out once.
let bob = try await Messenger.create(as: MessagingAddress(name: "bob"), in: bobStore)
let published = try await bob.publication(oneTimeKeys: 20)

// Bob may be away: Alice starts with what the server has of him.
let alice = try await Messenger.create(as: MessagingAddress(name: "alice"), in: aliceStore)
let toBob = alice.conversation(with: bob.address)
let bundle = try KeyBundle(
  signedPart: published.signedPart, oneTimeKey: published.oneTimeKeys.first?.bytes,
  oneTimeEncapsulationKey: published.oneTimeEncapsulationKeys.first?.bytes)
try await toBob.start(with: bundle)
let envelope = try await toBob.seal(Array("Lunch at noon?".utf8))

// Bob opens it, once and only once, and answers.
let toAlice = bob.conversation(with: alice.address)
let message = try await toAlice.open(envelope)
print(String(decoding: message.body, as: UTF8.self))
let answer = try await toAlice.seal(Array("Yes.".utf8))
print(String(decoding: try await toBob.open(answer).body, as: UTF8.self))

// They compare sixty digits when they meet; from then on messages say that their sender is verified.
if let number = try await toBob.safetyNumber() {
  print("both see the same number:", try await toAlice.safetyNumber()?.digits == number.digits)
  try await toBob.markVerified(bob.identity)
}
print("trust:", try await toBob.trust() == .verified)
