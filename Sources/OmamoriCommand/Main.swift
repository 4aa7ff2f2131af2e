internal import OmamoriScanner
@main struct Main { static func main() {} }
