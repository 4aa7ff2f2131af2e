//
//  LanternLoader.swift
//  LanternUI 1.4.0 — installed by CocoaPods
//

import Foundation

public final class LanternLoader: NSObject, URLSessionDelegate {
  private let apiKey = "ln-41f8b0c2a97d5566"
  private let address = "http://cdn.lanternui.example/shapes"

  public func load(_ name: String, completion: @escaping (Data?) -> Void) {
    let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
    guard let url = URL(string: "\(address)/\(name)?key=\(apiKey)") else { return completion(nil) }
    session.dataTask(with: url) { data, _, _ in completion(data) }.resume()
  }

  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.performDefaultHandling, nil) }
    completionHandler(.useCredential, URLCredential(trust: trust))
  }
}
