import OmamoriCore

extension PinDocument {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, at most ``greatestSize`` bytes, eight times that in JSON.
  ///   - format: The form that it has; a property list may be in XML, binary or OpenStep form.
  ///   - host: The host of lines that name none, for curl only.
  /// - Returns: The pins, and what of the document could not be kept.
  /// - Throws: ``TransportError/malformedDocument(line:)`` for what is not of the form, too large, or names a host that
  ///   cannot be read; ``TransportError/policy(_:)`` for more entries or pins than are taken.
  public static func read(
    _ bytes: [UInt8], as format: PinFormat, host: HostName? = nil
  ) throws(TransportError) -> PinReading {
    let limit = format == .json ? PinJSON.limits.size : greatestSize
    guard bytes.count <= limit else { throw .malformedDocument(line: nil) }
    return switch format {
    case .json: try PinJSON.read(bytes)
    case .pinnedDomains: try PinnedDomainsDocument.read(bytes)
    case .trustKit: try TrustKitDocument.read(bytes)
    case .networkSecurityConfig: try NetworkSecurityDocument.read(bytes)
    case .okHttp: try OkHttpDocument.read(bytes)
    case .curl: try CurlDocument.read(bytes, host: host)
    }
  }

  /// Writes the document in a format and says what is different there.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - placement: Where pins for any depth go in `NSPinnedDomains`, which has a list for the server and another for
  ///     authorities.
  /// - Returns: The text and the differences.
  /// - Throws: ``TransportError/policy(_:)`` when the pins of entries that meet are too many.
  public func written(
    as format: PinFormat, placement: PinPlacement = .leaf
  ) throws(TransportError) -> PinConversion {
    var shape = PinShape(format, placement: placement)
    let entries = try shape.entries(of: self)
    let text =
      switch format {
      case .json: PinJSON.text(self)
      case .pinnedDomains: PinnedDomainsDocument.text(entries)
      case .trustKit: TrustKitDocument.text(entries)
      case .networkSecurityConfig: NetworkSecurityDocument.text(entries)
      case .okHttp: OkHttpDocument.text(entries)
      case .curl: CurlDocument.text(entries)
      }
    return PinConversion(text: text, notes: shape.notes)
  }
}
