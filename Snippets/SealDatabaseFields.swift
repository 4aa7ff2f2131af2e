// Values of a database that open in their own row and column only, found by equality, with a key that can be replaced.
import Omamori

// The wrapping key comes from a keychain or the deployment's secrets; the sealed keyset may be stored anywhere.
let wrappingKey = SymmetricKey(size: .bits256)
var keyset = try Keyset()
let storedKeyset = try keyset.sealed(under: wrappingKey, named: "patients")
keyset = try Keyset(opening: storedKeyset, under: wrappingKey, named: "patients")

var sealer = try FieldSealer(keyset)
let index = try BlindIndex(keyset, table: "patient", column: "email", normalization: .trimmedLowercase)

let place = FieldContext(table: "patient", column: "email", row: 17)
var email = try sealer.seal("user@example.com", in: place)
let hash = index.hash(of: "user@example.com")
print("stored:", email.data.count, "bytes, found again:", index.hash(of: " User@Example.COM ") == hash)

// Who copies the value into another row gets nothing out of it.
do {
  _ = try sealer.openText(email, in: FieldContext(table: "patient", column: "email", row: 18))
} catch {
  print(error.explanation[.en])
}

// A new key seals from now on; old values stay readable until they are sealed anew.
let old = keyset.primaryID
try keyset.rotate()
sealer = try FieldSealer(keyset)
email = try sealer.reseal(email, in: place)
try keyset.destroy(old)
print("after rotation:", try FieldSealer(keyset).openText(email, in: place))
