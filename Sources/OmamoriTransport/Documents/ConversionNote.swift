public import OmamoriCore

/// A difference between what a document of pins said and what is made of it, or a trap of its format.
///
/// A value; safe to share between threads.
public struct ConversionNote: Sendable, Hashable {
  /// What the difference leads to.
  public enum Effect: String, Sendable, Hashable, CaseIterable {
    /// The same connections are allowed.
    case same
    /// Fewer connections are allowed; good ones among the refused, if something is wrong.
    case stricter
    /// Connections are allowed that the source refuses.
    case weaker
  }

  /// What is different; the raw value is stable.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The source does not say which pin is in use; the first one of each list is taken for it.
    case rolesNotStated = "roles-not-stated"
    /// The entry has no second pin.
    case noBackup = "no-backup"
    /// The target refuses to start with fewer than two pins.
    case backupDemanded = "backup-demanded"
    /// More names below the host are pinned than before.
    case subdomainsWidened = "subdomains-widened"
    /// Fewer names below the host are pinned than before.
    case subdomainsNarrowed = "subdomains-narrowed"
    /// The source asks for names below the host in a way that its system does not read, so they are not pinned there
    /// either.
    case subdomainsNotRead = "subdomains-not-read"
    /// The host itself is pinned, too, where only names below it were.
    case hostAdded = "host-added"
    /// Where entries meet, the target unites them; the source takes the most specific.
    case united
    /// The source unites entries; their pins are repeated where they meet.
    case expanded
    /// The target cannot ask for a pinned key of the server and of an authority; the authorities are left out.
    case authoritiesLeftOut = "authorities-left-out"
    /// The target cannot hold all lists of pins; those for any depth are left out.
    case conditionLeftOut = "condition-left-out"
    /// The pins of one list may match at any depth in the target.
    case depthLost = "depth-lost"
    /// Pins for any depth were put into one list; a pin in the wrong list refuses every connection.
    case depthChosen = "depth-chosen"
    /// The target compares the server's own key only, so pins of authorities never match.
    case leafOnly = "leaf-only"
    /// Pins of whole certificates cannot be expressed and were left out.
    case certificatePin = "certificate-pin"
    /// A pin that is no SHA-256 digest was left out.
    case otherDigest = "other-digest"
    /// The target has no expiry: the pins hold until they are changed.
    case expiryLost = "expiry-lost"
    /// The target stops pinning at the date, without a word.
    case expiryUnpins = "expiry-unpins"
    /// The source stops pinning at the date; the target refuses every connection from then on.
    case expiryRefuses = "expiry-refuses"
    /// Reports of failures cannot be expressed.
    case reportsLost = "reports-lost"
    /// The source sends reports to its maker unless told otherwise.
    case reportsToMaker = "reports-to-maker"
    /// The target cannot only report; the entry was left out, so that nothing is refused that was not before.
    case reportOnlyLeftOut = "report-only-left-out"
    /// The target cannot shield hosts from the pins of a wider entry.
    case exemptionLost = "exemption-lost"
    /// An entry without a usable pin refuses every connection.
    case refusesEverything = "refuses-everything"
    /// Roots that the source adds or that a person installed pass without a pin, or are not carried over.
    case anchors
    /// Settings that are not about pins were left out.
    case otherSettings = "other-settings"
    /// The target pins a transfer, not a host; a redirect is compared with the same pins.
    case perTransfer = "per-transfer"
    /// The target does not pin addresses.
    case addressNotPinned = "address-not-pinned"
  }

  /// What is different.
  public let kind: Kind
  /// What it leads to.
  public let effect: Effect
  /// The entry, as a pattern of hosts; `nil` for the document.
  public let hosts: String?

  init(_ kind: Kind, _ effect: Effect, _ hosts: String? = nil) {
    (self.kind, self.effect, self.hosts) = (kind, effect, hosts)
  }

  /// The difference as a sentence.
  public var message: LocalizedText { Self.message(of: kind) }
}
