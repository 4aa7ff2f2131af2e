// What App Transport Security protects under the settings of an Info.plist, and what is wrong with them.
import Omamori
import OmamoriATS

let infoPlist = """
  <plist version="1.0"><dict>
    <key>NSAppTransportSecurity</key><dict>
      <key>NSAllowsArbitraryLoads</key><true/>
      <key>NSAllowsArbitraryLoadsInWebContent</key><true/>
    </dict>
  </dict></plist>
  """

let settings = try PropertyListReader.read(Array(infoPlist.utf8)).root
let server = ATSConfiguration(propertyList: settings)
  .requirement(for: "api.example.com", context: .app, generation: .iOS17)
// true: the second key takes the effect of the first away.
print("api.example.com must use TLS:", server.isRequired)

for issue in ATSLinter.lint(settings) {
  print(issue.severity, issue.id, issue.message[.en])
}
