import CSQLite
import Glibc
import OmamoriKeychain

/// What kind of file system a store is on.
enum FileSystem {
  /// Whether all processes that open a file here share memory through it, as SQLite's write-ahead log needs.
  ///
  /// - Parameter descriptor: An open folder.
  /// - Returns: Whether they do.
  /// - Throws: `KeychainError.file(_:code:)`.
  static func sharesMemory(_ descriptor: Int32) throws(KeychainError) -> Bool {
    let magic = omamori_file_system(descriptor)
    guard magic >= 0 else { throw .file(.folder, code: errno) }
    return !networks.contains(magic)
  }

  /// File systems that several machines may use at once, by their magic numbers (statfs(2)): NFS, SMB, CIFS, SMB2, AFS,
  /// Coda, 9P, Ceph, Lustre, OCFS2, GFS2, and FUSE, behind which any of these may be.
  private static let networks: Set<Int> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x7375_7245, 0x0102_1997, 0x00C3_6400,
    0x0BD0_0BD0, 0x7461_636F, 0x0116_1970, 0x6573_5546,
  ]
}
