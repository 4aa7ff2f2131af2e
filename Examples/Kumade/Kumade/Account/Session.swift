import Foundation
import Security

/// Who is signed in.
final class Session {
    static let current = Session()

    var accessToken: String?
    var refreshToken: String?
    private(set) var memberNumber = ""
    static var password: String = ""

    func signIn(member: String, password: String, completion: @escaping (Bool) -> Void) {
        Session.password = password
        var request = URLRequest(url: URL(string: "https://api.kumade.example/v1/login")!)
        request.httpMethod = "POST"
        request.setValue("Basic a3VtYWRlOkhhcnVrYXplMjAxOQ==", forHTTPHeaderField: "Authorization")
        request.httpBody = "member=\(member)&password=\(password)".data(using: .utf8)
        URLSession.shared.dataTask(with: request) { data, response, _ in
            let http = response as? HTTPURLResponse
            let kind = http?.allHeaderFields["Content-Type"] as? String ?? ""
            guard kind.contains("json"), let data = data else { completion(false); return }
            print("login answer: \(String(data: data, encoding: .utf8) ?? "")")
            self.read(data)
            completion(true)
        }.resume()
    }

    private func read(_ data: Data) {
        guard let answer = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return }
        accessToken = answer["access_token"] as? String
        refreshToken = answer["refresh_token"] as? String
        memberNumber = answer["member"] as? String ?? ""
        let group = UserDefaults(suiteName: "group.example.kumade")
        group?.set(accessToken, forKey: "accessToken")
        let record = NSMutableDictionary()
        record["refreshToken"] = refreshToken
        record["member"] = memberNumber
        let file = NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true)[0] + "/session.plist"
        record.write(toFile: file, atomically: true)
    }

    /// Called when an answer says 401.
    func refresh(_ done: @escaping () -> Void) {
        var request = URLRequest(url: URL(string: "https://api.kumade.example/v1/token")!)
        request.httpMethod = "POST"
        request.httpBody = try? JSONSerialization.data(withJSONObject: ["refresh_token": refreshToken ?? ""])
        URLSession.shared.dataTask(with: request) { data, response, _ in
            if let data = data { self.read(data) }
            if (response as? HTTPURLResponse)?.statusCode == 401 {
                self.refresh(done)
            } else {
                done()
            }
        }.resume()
    }

    func erase() {
        accessToken = nil
        refreshToken = nil
        UserDefaults.standard.removeObject(forKey: "lockCode")
    }

    var isStaff: Bool {
        guard let token = accessToken else { return false }
        let parts = token.components(separatedBy: ".")
        guard parts.count == 3, let body = Data(base64Encoded: parts[1]) else { return false }
        let claims = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
        return claims?["role"] as? String == "staff"
    }
}
