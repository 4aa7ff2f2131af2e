import AVFoundation
import CoreBluetooth
import Foundation
import MultipeerConnectivity
import Network
import UIKit

enum DeviceCheck {
    static func isJailbroken() -> Bool {
        return FileManager.default.fileExists(atPath: "/Applications/Cydia.app")
    }

    static func isDebugged() -> Bool {
        var info = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.stride
        var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
        sysctl(&name, 4, &info, &size, nil, 0)
        return (info.kp_proc.p_flag & P_TRACED) != 0
    }
}

/// Members show each other their cards.
final class CardExchange: NSObject {
    let peer = MCPeerID(displayName: "熊手")
    lazy var session = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .none)
    lazy var closedSession = MCSession(peer: peer, securityIdentity: nil, encryptionPreference: .required)

    let tokenCharacteristic = CBMutableCharacteristic(type: CBUUID(string: "A5D0"), properties: [.read], value: nil, permissions: [.readable])

    func listen() throws -> NWListener {
        let listener = try NWListener(using: .tcp, on: 8080)
        listener.newConnectionHandler = { connection in connection.start(queue: .main) }
        return listener
    }

    func connect(_ host: NWEndpoint.Host) -> NWConnection {
        let options = NWProtocolTLS.Options()
        sec_protocol_options_append_tls_ciphersuite(options.securityProtocolOptions, tls_ciphersuite_t(rawValue: 0x000A)!)
        sec_protocol_options_set_min_tls_protocol_version(options.securityProtocolOptions, .TLSv10)
        return NWConnection(host: host, port: 443, using: NWParameters(tls: options))
    }
}

/// Reads the card of a member with the camera.
final class CardReader: UIViewController {
    private let capture = AVCaptureSession()
    private let preview = UIView(frame: .zero)

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        preview.isHidden = true
        if let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera) {
            capture.addInput(input)
            capture.startRunning()
        }
    }
}
