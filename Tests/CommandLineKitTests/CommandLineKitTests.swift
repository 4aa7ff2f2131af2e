import Testing
@testable import CommandLineKit

@Suite struct PlaceholderCommandLineKit {}
