// Examines the security of a running app; a question that cannot be answered never counts as passed.
import Omamori

var app = CheckedApp("com.example.app")
app.integrity = IntegrityChecker()
app.keychain = Keychain(service: "com.example.app", backend: MemoryKeychain())

let report = await SecurityChecklist(app).evaluate()
print(report.summary(version: "1.0"))
