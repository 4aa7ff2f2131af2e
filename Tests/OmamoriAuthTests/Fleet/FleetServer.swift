import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

/// A PostgreSQL server of its own, which ends with the test.
final class FleetServer: Sendable {
  private static let programs = "/usr/lib/postgresql/15/bin"
  static let isAvailable =
    FileManager.default.isExecutableFile(atPath: programs + "/initdb") && FleetSessionStore.isAvailable
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  /// The server does not run as root; its folder belongs to the user that it runs as.
  private static let script = #"""
    set -e
    cd "$1"
    run=
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$1"
      run="setpriv --reuid=postgres --regid=postgres --clear-groups --"
    fi
    $run "$2/initdb" -D "$1/data" -A trust -U omamori --no-sync -E UTF8 --locale=C > init.log 2>&1
    $run openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost -keyout data/server.key -out data/server.crt 2> /dev/null
    $run chmod 600 data/server.key
    cp data/server.crt root.crt
    chmod 644 root.crt
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    $run "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses=127.0.0.1 -c port="$port" -c ssl=on -c fsync=off \
      > "$1/server.log" 2>&1 & server=$!
    trap 'kill -INT $server' TERM
    for attempt in $(seq 200); do
      if "$2/pg_isready" -q -h "$1" -p "$port"; then break; fi
      sleep 0.05
    done
    echo "$port"
    wait $server || true
    wait $server || true
    """#

  let folder: String
  let port: String
  private let program: ServedProgram

  init() throws {
    // The path of a socket has to be short.
    folder = "/tmp/omamori-fleet-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    program = try ServedProgram(["/bin/bash", "-c", Self.script, "fleet", folder, Self.programs])
    port = program.firstLine()
    guard !port.isEmpty else { throw CocoaError(.executableLoad) }
  }

  deinit {
    program.end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  static func database(_ folder: String, _ port: String) throws -> FleetDatabase {
    try FleetDatabase(["host": folder, "port": port, "dbname": "postgres", "user": "omamori"])
  }

  var database: FleetDatabase { get throws { try Self.database(folder, port) } }

  /// Executes statements.
  func execute(_ statements: String...) throws {
    let connection = try PostgresConnection.open(database, within: .seconds(10), -1)
    for statement in statements { _ = try connection.execute(statement, [], within: .seconds(10), -1) }
  }

  func makeTable() throws {
    try execute(
      """
      CREATE TABLE omamori_token_session (
        name text PRIMARY KEY, generation bigint NOT NULL, content bytea NOT NULL)
      """)
  }
}
