// A token is worth something for one issuer, one audience and one algorithm, or it is worth nothing.
import Omamori
import OmamoriAuth

// snippet.hide
let key = try JSONWebKey.generate(for: .es256)
guard let published = key.publicKey else { throw AuthError.key(.malformed) }
let now = NumericDate(SystemWallClock().date)
let claims: JSONObject = [
  "iss": "https://login.example.com", "aud": "https://api.example.com", "sub": "ed3b1c", "role": "editor",
  "iat": .number(now.number), "exp": .number(now.adding(.seconds(300)).number),
]
let token = try TokenSigner(key: key, algorithm: .es256).sign(claims, type: "at+jwt").reveal()
let keys = StaticKeys(try JSONWebKeySet([published]))
// snippet.show
struct Access: TokenClaims {
  let subject: String
  let role: String

  init(_ claims: ClaimSet) throws(AuthError) {
    subject = try claims.required("sub", claims.text("sub"))
    role = try claims.required("role", claims.text("role"))
  }
}

var rules = TokenRules()
rules.kind = .named("at+jwt")
let verifier = try TokenVerifier(
  issuer: "https://login.example.com", audience: "https://api.example.com", algorithms: [.es256],
  keys: keys, rules: rules)

let verified = try await verifier.verify(token, as: Access.self)
print(verified.claims.subject, "is an", verified.claims.role)

do {
  _ = try await verifier.verify(token + "A", as: Access.self)
} catch {
  print(error)
}
