/// Lines of configuration that repair a server.
///
/// Sources: the reference of ngx_http_ssl_module, of mod_ssl for Apache 2.4, and of Caddy's `tls` directive.
enum ServerLines {
  /// The suites with authenticated encryption among the 13, in OpenSSL's names.
  private static let suites = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"]
    .flatMap { ["ECDHE-ECDSA-\($0)", "ECDHE-RSA-\($0)"] }
    .joined(separator: ":")
  /// The same in IANA's names.
  private static let registeredSuites = [
    "AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256",
  ]
  .flatMap { ["TLS_ECDHE_ECDSA_WITH_\($0)", "TLS_ECDHE_RSA_WITH_\($0)"] }
  .joined(separator: " ")

  static func tls(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["listen 443 ssl;"] + certificate(.nginx) + versions(.nginx)
    case .apache: ["SSLEngine on"] + certificate(.apache) + versions(.apache)
    case .caddy: ["# https is on for every site address without http:// and with a name"] + versions(.caddy)
    }
  }

  static func versions(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["ssl_protocols TLSv1.2 TLSv1.3;"]
    case .apache: ["SSLProtocol -all +TLSv1.2 +TLSv1.3"]
    case .caddy: block("protocols tls1.2 tls1.3")
    }
  }

  static func suites(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["ssl_ciphers \(suites);", "ssl_prefer_server_ciphers off;"]
    case .apache: ["SSLCipherSuite \(suites)", "SSLHonorCipherOrder off"]
    case .caddy: block("ciphers \(registeredSuites)")
    }
  }

  static func groups(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["ssl_ecdh_curve X25519:prime256v1:secp384r1;"]
    case .apache: ["SSLOpenSSLConfCmd Groups X25519:P-256:P-384"]
    case .caddy: block("curves x25519 secp256r1 secp384r1")
    }
  }

  static func clientCertificate(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["ssl_verify_client off;"]
    case .apache: ["SSLVerifyClient none"]
    case .caddy: ["# remove the block client_auth from tls"]
    }
  }

  static func certificate(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx:
      [
        "ssl_certificate /etc/ssl/example/fullchain.pem;",
        "ssl_certificate_key /etc/ssl/example/privkey.pem;",
      ]
    case .apache:
      [
        "SSLCertificateFile /etc/ssl/example/fullchain.pem",
        "SSLCertificateKeyFile /etc/ssl/example/privkey.pem",
      ]
    case .caddy: ["tls /etc/ssl/example/fullchain.pem /etc/ssl/example/privkey.pem"]
    }
  }

  static func extendedMasterSecret(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx: ["ssl_conf_command Options ExtendedMasterSecret;"]
    case .apache: ["SSLOpenSSLConfCmd Options ExtendedMasterSecret"]
    case .caddy: ["# Caddy 2.7 and later, built with Go 1.21, always use it"]
    }
  }

  static func staple(_ software: ServerSoftware) -> [String] {
    switch software {
    case .nginx:
      [
        "ssl_stapling on;", "ssl_stapling_verify on;",
        "ssl_trusted_certificate /etc/ssl/example/chain.pem;", "resolver 127.0.0.53;",
      ]
    case .apache:
      [
        "# outside of <VirtualHost>:", "SSLStaplingCache shmcb:/run/apache2/ocsp(128000)",
        "# inside:", "SSLUseStapling on",
      ]
    case .caddy: ["# remove ocsp_stapling off from the global options; stapling is on by itself"]
    }
  }

  private static func block(_ line: String) -> [String] { ["tls {", "  \(line)", "}"] }
}

/// The servers for which lines of configuration are given.
package enum ServerSoftware: String, Sendable, Hashable, CaseIterable {
  /// nginx.
  case nginx
  /// Apache HTTP Server with mod_ssl.
  case apache
  /// Caddy, in a Caddyfile.
  case caddy

  /// The name people write.
  package var name: String {
    switch self {
    case .nginx: "nginx"
    case .apache: "Apache"
    case .caddy: "Caddy"
    }
  }
}
