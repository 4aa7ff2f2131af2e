import Foundation
import TestSupport

/// A bus that greets as it should and then answers each call with bytes that a test chose.
final class HostileBus: Sendable {
  static let isPossible = FileManager.default.isExecutableFile(atPath: Python.system)

  private let folder: TemporaryFolder
  private let server: ServedProgram

  /// How the server behaves before the greeting is over; `answer` greets.
  enum Manner: String { case answer, close, silent, reject, garbage }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - manner: How it greets.
  ///   - signature: The signature of each answer.
  ///   - body: The body of each answer, in Python.
  ///   - edit: Python that may change `reply`, a `bytearray`, before it is sent.
  /// - Throws: `CocoaError` when Python cannot be started.
  init(_ manner: Manner = .answer, signature: String = "", body: String = "b''", edit: String = "pass") throws
  {
    folder = try TemporaryFolder()
    let script = Self.script
      .replacingOccurrences(of: "SIGNATURE", with: signature).replacingOccurrences(of: "BODY", with: body)
      .replacingOccurrences(of: "EDIT", with: edit).replacingOccurrences(of: "MANNER", with: manner.rawValue)
    server = try ServedProgram([Python.system, "-c", script, folder.path + "/bus"])
    _ = server.firstLine()
  }

  deinit { server.end() }

  var address: String { "unix:path=\(folder.path)/bus" }

  private static let script = """
    import socket, struct, sys
    server = socket.socket(socket.AF_UNIX); server.bind(sys.argv[1]); server.listen(8)
    print('ready', flush=True)
    def text(t): return struct.pack('<I', len(t)) + t.encode() + b'\\0'
    def pad(b, n): return b + b'\\0' * (-len(b) % n)
    def message(kind, serial, answered, signature, body):
        fields = b'\\x05\\x01u\\0' + struct.pack('<I', answered)
        fields = pad(fields, 8) + b'\\x07\\x01s\\0' + text('org.freedesktop.DBus')
        if signature:
            fields = pad(fields, 8) + b'\\x08\\x01g\\0' + bytes([len(signature)]) + signature.encode() + b'\\0'
        head = struct.pack('<cBBBIII', b'l', kind, 1, 1, len(body), serial, len(fields)) + fields
        return bytearray(pad(head, 8) + body)
    def take(s, n):
        b = b''
        while len(b) < n:
            p = s.recv(n - len(b))
            if not p: raise EOFError
            b += p
        return b
    def serve(s):
        if 'MANNER' == 'close': return
        buffer = b''
        while b'BEGIN\\r\\n' not in buffer:
            p = s.recv(4096)
            if not p: return
            if 'MANNER' == 'silent': continue
            if 'MANNER' == 'reject': s.sendall(b'REJECTED\\r\\n'); continue
            if b'EXTERNAL\\r' in p: s.sendall(b'DATA\\r\\n')
            if b'AUTH' in p: s.sendall(b'OK ' + b'0' * 31 + b'1\\r\\n')
            if b'NEGOTIATE' in p: s.sendall(b'AGREE_UNIX_FD\\r\\n')
            buffer += p
        rest = buffer.split(b'BEGIN\\r\\n', 1)[1]
        if 'MANNER' == 'garbage': s.sendall(b'\\xff' * 4096); return
        serial = 0
        while True:
            while len(rest) < 16: rest += take(s, 16 - len(rest))
            size, number, fields = struct.unpack('<III', rest[4:16])
            whole = 16 + fields + (-fields % 8) + size
            while len(rest) < whole: rest += take(s, whole - len(rest))
            rest = rest[whole:]
            serial += 1
            if serial == 1: reply = message(2, serial, number, 's', text(':1.1'))
            else:
                reply = message(2, serial, number, 'SIGNATURE', BODY)
                EDIT
            s.sendall(bytes(reply))
    while True:
        client, _ = server.accept()
        try: serve(client)
        except (EOFError, OSError): pass
        client.close()
    """
}
