/// Why an answer of a server cannot be used.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ResponseFault: Sendable, Hashable {
  /// It is not the JSON that is asked for.
  case malformed
  /// Its token is of another type than was asked for.
  case wrongTokenType
  /// It lacks something that it must have.
  case missingMember
  /// A token in it has characters that no token has.
  case malformedToken
  /// It is about another person.
  case subjectMismatch
  /// The code for another device expires before it may be asked about for the first time (RFC 8628 §3.2).
  case codeExpiresTooSoon
  /// The server sends the request elsewhere.
  case unexpectedRedirect
  /// It is longer than this many bytes.
  case tooLarge(limit: Int)
  /// Its status is not one that is expected.
  case status(Int)
}
