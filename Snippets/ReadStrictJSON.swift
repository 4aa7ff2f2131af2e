// JSON with one meaning: what two readers could understand differently is refused.
import Omamori

let settings = try StrictJSON.parse(#"{"retries": 3, "hosts": ["a.example", "b.example"]}"#)
print(settings["retries"]?.intValue ?? 0, settings["hosts"]?.arrayValue?.count ?? 0)

do {
  _ = try StrictJSON.parse(#"{"admin": false, "admin": true}"#)
} catch {
  print(error.explanation[.en])
  print(error.recovery[.en])
}
