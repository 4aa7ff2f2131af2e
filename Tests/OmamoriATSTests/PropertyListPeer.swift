import Foundation
import OmamoriATS

/// The property-list module of the system's Python, an independent reader and writer.
enum PropertyListPeer {
  /// A spelling of a value in which every text and every byte is hexadecimal, so that two programs can
  /// compare it.
  static func spelling(_ list: PropertyList) -> String {
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    switch list.content {
    case .dictionary(let dictionary):
      let pairs = dictionary.entries.map { "\(hex($0.key.utf8)):\(spelling($0.value))" }
      return "{" + pairs.joined(separator: ",") + "}"
    case .array(let elements): return "[" + elements.map(spelling).joined(separator: ",") + "]"
    case .string(let text): return "s" + hex(text.utf8)
    case .integer(let number): return "i\(number)"
    case .real(let number): return "r" + String(number.bitPattern, radix: 16)
    case .boolean(let flag): return flag ? "t" : "f"
    case .date(let date): return "m\(Int(date.timeIntervalSince1970))"
    case .data(let bytes): return "d" + hex(bytes)
    case .uid(let number): return "u\(number)"
    }
  }

  /// Writes each sample as `<n>.xml`, `<n>.binary` and its spelling as `<n>.txt`, into the folder of argument
  /// 1.
  static let writer = """
    import sys, plistlib, datetime, struct, random
    def spell(v):
        if isinstance(v, dict):
            return "{" + ",".join(k.encode().hex() + ":" + spell(x) for k, x in v.items()) + "}"
        if isinstance(v, (list, tuple)): return "[" + ",".join(map(spell, v)) + "]"
        if isinstance(v, bool): return "t" if v else "f"
        if isinstance(v, str): return "s" + v.encode().hex()
        if isinstance(v, int): return "i%d" % v
        if isinstance(v, float): return "r%x" % struct.unpack(">Q", struct.pack(">d", v))
        if isinstance(v, bytes): return "d" + v.hex()
        if isinstance(v, plistlib.UID): return "u%d" % v.data
        return "m%d" % v.replace(tzinfo=datetime.timezone.utc).timestamp()
    r = random.Random(7)
    texts = ["", "a", "日本語 & <b>", "é\\u0301", "\\U0001F511 key", "x" * 300, "tab\\tline\\n", " spaced "]
    def make(depth):
        k = r.randrange(11 if depth < 6 else 8)
        if k == 0: return r.choice(texts)
        if k == 1: return r.choice([0, 1, -1, 127, 128, 255, 256, 65535, 65536, -2**31, 2**31, 2**63-1, -2**63, 2**64-1])
        if k == 2: return r.choice([0.0, 1.5, 1e300, -2.25e-200, 3.0])
        if k == 3: return r.random() < 0.5
        if k == 4: return bytes(r.randrange(256) for _ in range(r.choice([0, 1, 2, 3, 14, 15, 16, 300])))
        if k == 5: return datetime.datetime(r.randrange(1905, 2200), r.randrange(1, 13), r.randrange(1, 29),
                                            r.randrange(24), r.randrange(60), r.randrange(60))
        if k == 6: return texts[r.randrange(len(texts))] + str(r.randrange(1000))
        if k == 7: return r.randrange(-10**9, 10**9)
        if k == 8: return [make(depth + 1) for _ in range(r.choice([0, 1, 5, 14, 15, 20]))]
        return {"%s%d" % (r.choice(texts), n): make(depth + 1) for n in range(r.choice([0, 1, 3, 16]))}
    samples = [{"root": [make(1) for _ in range(6)]} for _ in range(int(sys.argv[2]))]
    samples += [{"n": [{"v": n} for n in range(70000 // 3)]}]
    for n, s in enumerate(samples):
        for name, form in (("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY)):
            with open("%s/%d.%s" % (sys.argv[1], n, name), "wb") as f: plistlib.dump(s, f, fmt=form, sort_keys=False)
        with open("%s/%d.txt" % (sys.argv[1], n), "w") as f: f.write(spell(s))
    u = {"u": [plistlib.UID(0), plistlib.UID(255), plistlib.UID(2**40)]}
    with open(sys.argv[1] + "/uid.binary", "wb") as f: plistlib.dump(u, f, fmt=plistlib.FMT_BINARY)
    """
}
