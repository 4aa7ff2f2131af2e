import Testing
@testable import OmamoriCore

@Suite struct PlaceholderOmamoriCore {}
