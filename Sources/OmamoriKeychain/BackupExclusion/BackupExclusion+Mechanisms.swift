#if !canImport(Darwin)
import CFileFlags
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriCrypto

// The mechanisms of Linux: ioctl_iflags(2), xattr(7), and the Cache Directory Tagging Specification. The one mechanism of
// Apple systems: https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup

extension BackupExclusion {
  /// The mechanisms that this system has for a file or a folder.
  static func mechanisms(isFolder: Bool) -> [BackupMechanism] {
    #if canImport(Darwin)
    [.resourceValue]
    #else
    isFolder ? [.noDump, .cacheDirectoryTag, .backupAttribute] : [.noDump, .backupAttribute]
    #endif
  }

  /// What a mechanism says now.
  static func state(_ mechanism: BackupMechanism, of target: BackupTarget) -> BackupState {
    #if canImport(Darwin)
    guard mechanism == .resourceValue else { return .unsupported }
    // A URL keeps values that it has read; a new one reads the file system.
    let url = URL(fileURLWithPath: target.path, isDirectory: target.isFolder)
    do {
      let values = try url.resourceValues(forKeys: [.isExcludedFromBackupKey])
      guard let isExcluded = values.isExcludedFromBackup else { return .unsupported }
      return isExcluded ? .excluded : .notExcluded
    } catch {
      return .failed(code: code(of: error))
    }
    #else
    switch mechanism {
    case .noDump:
      var flags: UInt32 = 0
      // because the call fills exactly one number, which outlives it
      let code = unsafe omamori_file_flags(target.descriptor, &flags)
      guard code == 0 else { return failure(code) }
      return flags & omamori_nodump_flag() != 0 ? .excluded : .notExcluded
    case .backupAttribute: return attributeState(target.descriptor)
    case .cacheDirectoryTag: return tagState(target.path + tagName)
    case .resourceValue: return .unsupported
    }
    #endif
  }

  /// Sets a mechanism; gives what went wrong, or `nil`.
  static func set(_ mechanism: BackupMechanism, _ isExcluded: Bool, on target: BackupTarget)
    -> BackupState?
  {
    #if canImport(Darwin)
    guard mechanism == .resourceValue else { return .unsupported }
    var url = URL(fileURLWithPath: target.path, isDirectory: target.isFolder)
    var values = URLResourceValues()
    values.isExcludedFromBackup = isExcluded
    do {
      try url.setResourceValues(values)
      return nil
    } catch {
      return .failed(code: code(of: error))
    }
    #else
    switch mechanism {
    case .noDump, .backupAttribute: return set(mechanism, isExcluded, descriptor: target.descriptor)
    case .cacheDirectoryTag: return setTag(isExcluded, target.path + tagName)
    case .resourceValue: return .unsupported
    }
    #endif
  }

  /// Excludes a file that has no name yet; what fails shows when the status is read afterwards.
  ///
  /// Does nothing on Apple systems, whose value needs a path and is set as soon as the file has its name.
  static func prepare(_ descriptor: Int32, _ mechanisms: [BackupMechanism]) {
    #if !canImport(Darwin)
    for mechanism in mechanisms { _ = set(mechanism, true, descriptor: descriptor) }
    #endif
  }
}

#if canImport(Darwin)
extension BackupExclusion {
  private static func code(of error: any Error) -> Int32 {
    Int32(truncatingIfNeeded: (error as NSError).code)
  }
}
#else
extension BackupExclusion {
  /// What a tag must begin with (bford.info/cachedir).
  static let tagSignature = "Signature: 8a477f597d28d172789f06886806bc55"
  private static let tagName = "/CACHEDIR.TAG"
  private static let tagText =
    tagSignature
    + "\n# Programs that make backups leave this folder out: it holds data of this device only.\n"
  private static let attribute = BackupMechanism.backupAttribute.rawValue
  private static let attributeValue = Array("false".utf8)

  // MARK: - Flags and attributes

  private static func set(
    _ mechanism: BackupMechanism,
    _ isExcluded: Bool,
    descriptor: Int32
  ) -> BackupState? {
    if mechanism == .noDump {
      var flags: UInt32 = 0
      // because the call fills exactly one number, which outlives it
      let code = unsafe omamori_file_flags(descriptor, &flags)
      guard code == 0 else { return failure(code) }
      let wanted = isExcluded ? flags | omamori_nodump_flag() : flags & ~omamori_nodump_flag()
      guard wanted != flags else { return nil }
      let failed = omamori_set_file_flags(descriptor, wanted)
      return failed == 0 ? nil : failure(failed)
    }
    let code: Int32
    if isExcluded {
      // because the name and the value outlive the call
      code = unsafe omamori_set_file_attribute(
        descriptor, attribute, attributeValue, UInt(attributeValue.count))
    } else {
      // because the name outlives the call
      code = unsafe omamori_remove_file_attribute(descriptor, attribute)
    }
    return code == 0 || code == ENODATA ? nil : failure(code)
  }

  private static func attributeState(_ descriptor: Int32) -> BackupState {
    var value = [UInt8](repeating: 0, count: 16)
    // because the array has room for as many bytes as the call may write
    let count = unsafe omamori_file_attribute(descriptor, attribute, &value, UInt(value.count))
    guard count >= 0 else {
      let code = Int32(clamping: -count)
      return code == ENODATA || code == ERANGE ? .notExcluded : failure(code)
    }
    return value[..<count].elementsEqual(attributeValue) ? .excluded : .notExcluded
  }

  private static func failure(_ code: Int32) -> BackupState {
    [ENOTTY, EOPNOTSUPP, ENOSYS, EINVAL].contains(code) ? .unsupported : .failed(code: code)
  }

  // MARK: - Tags

  private static func tagState(_ path: String) -> BackupState {
    do throws(CryptoError) {
      let tag = try WholeFile.read(path, limit: 1 << 16)
      return tag?.starts(with: tagSignature.utf8) == true ? .excluded : .notExcluded
    } catch {
      guard case .file(_, let code) = error else { return .notExcluded }
      // A link or a folder of that name is no tag.
      return code == ELOOP || code == EINVAL ? .notExcluded : .failed(code: code)
    }
  }

  private static func setTag(_ isExcluded: Bool, _ path: String) -> BackupState? {
    let isTagged = tagState(path) == .excluded
    guard isTagged != isExcluded else { return nil }
    do throws(CryptoError) {
      if isExcluded {
        // because UInt8 has no padding
        try unsafe WholeFile.write(path, Array(tagText.utf8).byteSpan.bytes, replacing: false)
      } else {
        _ = try WholeFile.remove(path)
      }
      return nil
    } catch {
      switch error {
      case .file(_, let code): return .failed(code: code)
      default: return .failed(code: EEXIST)
      }
    }
  }
}
#endif
