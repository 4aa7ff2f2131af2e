import OmamoriCore

/// One file that is sealed or opened: from a place to a place, whole or not at all.
///
/// Safe to share between threads.
struct FileJob: Sendable {
  private let source: FilePlace
  private let destination: FilePlace
  private let options: FileOptions
  private let total = Protected<UInt64?>(nil)
  private let control: StreamControl

  init(_ source: FilePlace, _ destination: FilePlace, _ options: FileOptions) {
    (self.source, self.destination, self.options) = (source, destination, options)
    guard let report = options.progress else {
      control = StreamControl(jobs: options.jobs)
      return
    }
    let total = total
    control = StreamControl(jobs: options.jobs) { done in
      report(FileProgress(completed: done, total: total.current))
    }
  }

  /// Does the work on a thread of its own and ends it when the task is cancelled.
  func onOwnThread(_ work: @escaping @Sendable () throws(CryptoError) -> Void) async throws(CryptoError) {
    let result = await withTaskCancellationHandler {
      do throws(CryptoError) {
        try await OwnThread.run(work)
        return CryptoError?.none
      } catch { return error }
    } onCancel: {
      control.cancel()
    }
    if let result { throw result }
  }

  /// Encrypts.
  func seal(_ sealing: PayloadSealing) throws(CryptoError) {
    let source = try FileSource(source)
    let target = try FileTarget(destination, replacing: options.replacesExisting)
    let (header, cipher) = try sealing.begin()
    total.withLock { $0 = source.size }
    let input: ChunkPipeline.Input =
      if let size = source.size { .file(source.file, offset: source.offset, size: size) } else {
        .stream(reader(of: DescriptorSource(file: source.file), after: []))
      }
    if sealing.isArmored {
      let sink = ArmoredSink(target.sink)
      try sink.write(header, isCancelled: { isCancelled })
      try run(cipher, .seal, input, .stream(sink))
      try sink.finishWriting(isCancelled: { isCancelled })
    } else {
      let offset = try target.begin(with: header, control)
      try run(cipher, .seal, input, target.output(at: offset, isDurable: options.isDurable))
    }
    try finish(source, target)
  }

  /// Decrypts.
  func open(_ opening: PayloadOpening) throws(CryptoError) {
    let source = try FileSource(source)
    let target = try FileTarget(destination, replacing: options.replacesExisting)
    var scan = HeaderScan(opening)
    let input: ChunkPipeline.Input
    let cipher: ChunkCipher
    let isArmored = opening.allowsArmor && source.size != nil ? try source.isArmored() : false
    if let size = source.size, !isArmored {
      var place = source.offset
      // because the room is only used during the call
      let (found, headerSize) = unsafe try scan.open { room throws(CryptoError) in
        let count = try unsafe source.file.read(into: room, at: place)  // because the room is the caller's
        place += UInt64(count)
        return count
      }
      cipher = found
      guard UInt64(headerSize) <= size else { throw .sourceChanged }
      let body = size - UInt64(headerSize)
      _ = try cipher.layout.contents(ofSealed: body)
      input = .file(source.file, offset: source.offset + UInt64(headerSize), size: body)
      total.withLock { $0 = size }
    } else {
      let bytes = try stream(of: source, opening)
      cipher = unsafe try scan.open { room throws(CryptoError) in
        try unsafe bytes.next(into: room, isCancelled: { isCancelled })
      }.cipher
      input = .stream(reader(of: bytes, after: scan.bytes))
    }
    let offset = try target.begin(with: [], control)
    try run(cipher, .open, input, target.output(at: offset, isDurable: options.isDurable))
    try finish(source, target)
  }

  private func run(
    _ cipher: ChunkCipher,
    _ direction: ChunkWorker.Direction,
    _ input: ChunkPipeline.Input,
    _ output: ChunkPipeline.Output
  ) throws(CryptoError) {
    try ChunkPipeline(cipher: cipher, direction: direction, input: input, output: output, control: control)
      .run()
  }

  private func finish(_ source: FileSource, _ target: FileTarget) throws(CryptoError) {
    try source.checkUnchanged()
    if isCancelled { throw .cancelled }
    try target.finish(like: source.isRegular ? source.status : nil, isDurable: options.isDurable)
  }

  private var isCancelled: Bool { control.isCancelled || Task.isCancelled }

  /// The bytes of a pipe, or of armor, one after the other.
  private func stream(of source: FileSource, _ opening: PayloadOpening) throws(CryptoError) -> any ByteSource
  {
    let bytes = DescriptorSource(file: source.file)
    guard opening.allowsArmor else { return bytes }
    return try UnarmoredSource(bytes) { isCancelled }
  }

  private func reader(of bytes: any ByteSource, after pending: [UInt8]) -> GroupReader {
    let control = control
    return GroupReader(bytes, pending: pending) {
      control.isCancelled || Task.isCancelled
    }
  }
}

/// Who a file is encrypted for.
enum FileAudience: Sendable {
  /// Everybody who has one of the identities; at least one recipient.
  case recipients([Recipient])
  /// Everybody who knows the password, and nobody else; without a cost, the usual one of the format.
  case password(Password, PasswordCost?)
}

/// What is tried to open a file.
struct FileKeys: Sendable {
  /// Private keys.
  var identities: [Identity] = []
  /// Passwords; each costs a calculation.
  var passwords: [Password] = []
  /// The most that the check of a password may cost; `nil` for the usual limits of the format.
  var limits: PasswordCostLimits?
}

/// How files are worked on.
public struct FileOptions: Sendable {
  /// The number of threads, at most 32; `nil` for one a core.
  public var jobs: Int?
  /// Whether a file that stands at the destination is replaced, in one step, when the result is whole.
  public var replacesExisting: Bool
  /// Whether the result has reached the disk when its name appears; without that a power failure soon after may leave
  /// an empty file in its place.
  public var isDurable: Bool
  /// Called every few megabytes, from one thread at a time; it must return soon.
  public var progress: (@Sendable (FileProgress) -> Void)?

  /// Chooses options.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads; `nil` for one a core.
  ///   - replacesExisting: Whether a file that stands at the destination is replaced.
  ///   - isDurable: Whether the result has reached the disk when its name appears.
  ///   - progress: Called every few megabytes, from one thread at a time.
  public init(
    jobs: Int? = nil,
    replacesExisting: Bool = false,
    isDurable: Bool = true,
    progress: (@Sendable (FileProgress) -> Void)? = nil
  ) {
    (self.jobs, self.replacesExisting) = (jobs, replacesExisting)
    (self.isDurable, self.progress) = (isDurable, progress)
  }
}

/// How far work on a file has come.
public struct FileProgress: Sendable, Hashable {
  /// The bytes of the input that are done.
  public let completed: UInt64
  /// The size of the input; `nil` for pipes.
  public let total: UInt64?

  /// The part that is done, from 0 to 1; `nil` for pipes.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }
}
