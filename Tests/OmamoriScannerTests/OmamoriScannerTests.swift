import Testing
@testable import OmamoriScanner

@Suite struct PlaceholderOmamoriScanner {}
