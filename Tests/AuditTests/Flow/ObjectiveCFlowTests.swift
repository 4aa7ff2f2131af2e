import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Values on their way through files of Objective-C; a line that ends with `// here` is reported, no other is.
@Suite struct ObjectiveCFlowTests {
  private static func method(_ body: String, _ head: String = "- (void)run:(UITextField *)field") -> String {
    "@implementation A\n\(head) {\n\(body)\n}\n@end\n"
  }

  // MARK: Sinks

  @Test(arguments: [
    "[db executeQuery:[NSString stringWithFormat:@\"SELECT * FROM t WHERE a = '%@'\", field.text]]; // here",
    "NSString *q = [@\"SELECT \" stringByAppendingString:[field text]];\n[db executeUpdate:q]; // here",
    "NSMutableString *q = [NSMutableString string];\n[q appendFormat:@\"a = %@\", field.text];\nsqlite3_exec(db, q.UTF8String, 0, 0, 0); // here",
    "NSArray *parts = @[@\"SELECT\", field.text];\n[db executeStatements:[parts componentsJoinedByString:@\" \"]]; // here",
    "char q[256];\nsnprintf(q, sizeof(q), \"SELECT %s\", [field.text UTF8String]);\nsqlite3_prepare_v2(db, q, -1, &s, NULL); // here",
    "NSString *q = ready ? field.text : @\"SELECT 1\";\n[db stringForQuery:q]; // here",
    "NSString *q = @\"SELECT 1\";\nif (ready) { q = field.text; }\n[db stringForQuery:q]; // here",
    "NSDictionary *row = @{@\"sql\": field.text};\n[db executeQuery:row[@\"sql\"]]; // here",
    "for (NSString *part in [field.text componentsSeparatedByString:@\";\"]) {\n[db executeUpdate:part]; // here\n}",
    "NSMutableString *q = [NSMutableString string];\n[q setString:field.text];\n[db executeQuery:q]; // here",
    "NSMutableString *q = [NSMutableString string];\n[q appendString:field.text];\n"
      + String(repeating: "[q appendString:@\",\"];\n", count: 40) + "[db executeQuery:q]; // here",
    "std::string q = \"a = \";\nq += [field.text UTF8String];\nsqlite3_exec(db, q.c_str(), 0, 0, 0); // here",
    "NSString *q = [NSString stringWithFormat:@\"%.*s%@\", 3, \"a\", field.text];\n[db executeQuery:q]; // here",
    "if (a) {\nNSString *value = field.text;\n[db executeQuery:value]; // here\n} else {\nNSInteger value = 3;\n}",
    "xmlChar *q = (xmlChar *)field.text.UTF8String;\nsqlite3_exec(db, q, 0, 0, 0); // here",
    "NSString *q = field.text;\nif ([q isEqualToString:@\"\"]) { return; }\n[db executeQuery:q]; // here",
    "NSString *q = field.text;\nif (![q isEqual:[NSNull null]]) {\n[db executeQuery:q]; // here\n}",
    "NSString *q = field.text;\nif ([q isEqualToString:@\"a\"]) { return; }\n[db executeQuery:q]; // here",
    "NSString *q = field.text;\nif (q == last) { return; }\n[db executeQuery:q]; // here",
    "[@[field.text] enumerateObjectsUsingBlock:^(NSString *part, NSUInteger i, BOOL *stop) {\n[db executeUpdate:part]; // here\n}];",
  ])
  func queries(_ body: String) async throws {
    try await expectFlows(SQLInjection.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "[db executeQuery:@\"SELECT * FROM t WHERE a = ?\", field.text];",
    "[db executeQueryWithFormat:@\"SELECT * FROM t WHERE a = %@\", field.text];",
    "[db executeQuery:[NSString stringWithFormat:@\"LIMIT %ld\", (long)[field.text integerValue]]];",
    "NSString *q = field.text;\nq = @\"SELECT 1\";\n[db executeQuery:q];",
    "NSUInteger n = field.text.length;\n[db executeQuery:[NSString stringWithFormat:@\"LIMIT %@\", @(n)]];",
    "NSString *s = [field.text stringByReplacingOccurrencesOfString:@\"'\" withString:@\"''\"];\n[db executeQuery:s];",
    "char *q = sqlite3_mprintf(\"SELECT %Q\", field.text.UTF8String);\nsqlite3_exec(db, q, 0, 0, 0);",
    "NSString *column = field.text;\nif (![self.columns containsObject:column]) { return; }\n[db executeQuery:column];",
    "NSString *q = field.text;\nif (![q isEqualToString:@\"a\"]) { return; }\n[db executeQuery:q];",
    "NSString *q = field.text;\nif ([self.columns indexOfObject:q] == NSNotFound) return;\n[db executeQuery:q];",
    "NSString *y, *w;\nw = field.text;\nw = @\"SELECT 1\";\n[db executeQuery:w];",
    "NSString *q = [NSString stringWithFormat:@\"%.*s\", (int)field.text.length, \"a\"];\n[db executeQuery:q];",
    "NSString *column = field.text;\nif ([self isAllowedColumn:column]) {\n[db executeQuery:column];\n}",
    "NSString *column = field.text;\nNSTextCheckingResult *match = [pattern firstMatchInString:column options:0 range:r];\nif (match == nil) return;\n[db executeQuery:column];",
  ])
  func queriesThatAreSafe(_ body: String) async throws {
    try await expectFlows(SQLInjection.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "[items filterUsingPredicate:[NSPredicate predicateWithFormat:field.text]]; // here",
    "[NSPredicate predicateWithFormat:[NSString stringWithFormat:@\"a == '%@'\", field.text]]; // here",
    "[NSPredicate predicateWithFormat:@\"a == %@\", field.text];",
  ])
  func predicates(_ body: String) async throws {
    try await expectFlows(PredicateInjection.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "[web loadHTMLString:[NSString stringWithFormat:@\"<b>%@</b>\", field.text] baseURL:nil]; // here",
    "NSData *page = [field.text dataUsingEncoding:NSUTF8StringEncoding];\n[web loadData:page MIMEType:@\"text/html\" characterEncodingName:@\"utf-8\" baseURL:u]; // here",
    "NSData *page = [field.text dataUsingEncoding:NSUTF8StringEncoding];\n[web loadData:page MIMEType:@\"text/plain\" characterEncodingName:@\"utf-8\" baseURL:u];",
    "[web loadHTMLString:[self escapedHTML:field.text] baseURL:nil];",
  ])
  func pages(_ body: String) async throws {
    try await expectFlows(HTMLInjection.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "[web evaluateJavaScript:[@\"show('\" stringByAppendingFormat:@\"%@')\", field.text] completionHandler:nil]; // here",
    "[[WKUserScript alloc] initWithSource:field.text injectionTime:0 forMainFrameOnly:YES]; // here",
    "[web evaluateJavaScript:[NSString stringWithFormat:@\"go(%d)\", field.text.intValue] completionHandler:nil];",
  ])
  func scripts(_ body: String) async throws {
    try await expectFlows(JSInjection.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "NSTask *task = [[NSTask alloc] init];\ntask.launchPath = field.text; // here",
    "NSTask *task = [NSTask new];\n[task setArguments:@[@\"-c\", field.text]]; // here",
    "NSTask *task = [NSTask new];\ntask.arguments = @[@\"-l\", field.text];",
    "[[NSAppleScript alloc] initWithSource:[@\"say \" stringByAppendingString:field.text]]; // here",
  ])
  func programs(_ body: String) async throws {
    try await expectFlows(ProcessExecution.self, ["A.m": Self.method(body)])
  }

  @Test(arguments: [
    "NSLog(field.text); // here",
    "[NSException raise:@\"a\" format:field.text]; // here",
    "[NSString stringWithFormat:field.text, 1]; // here",
    "fprintf(stderr, field.text.UTF8String); // here",
    "err(1, field.text.UTF8String); // here",
    "err(field.text.intValue, \"a\");",
    "NSLog(@\"%@\", field.text);",
    "NSLog([@\"a\" stringByAppendingString:self.title]);",
  ])
  func formats(_ body: String) async throws {
    try await expectFlows(FormatString.self, ["A.m": Self.method(body)])
  }

  // MARK: Paths

  @Test(arguments: [
    "NSString *path = [folder stringByAppendingPathComponent:field.text]; // here\n[data writeToFile:path atomically:YES];",
    "[[NSFileManager defaultManager] removeItemAtPath:[NSString stringWithFormat:@\"%@/%@\", folder, field.text] error:nil]; // here",
    "NSURL *url = [NSURL fileURLWithPath:field.text relativeToURL:base]; // here\n[data writeToURL:url atomically:YES];",
    "NSString *path = [folder stringByAppendingPathComponent:field.text]; // here\nif (![path hasPrefix:folder]) { return; }\n[data writeToFile:path atomically:YES];",
    "[data writeToFile:field.text atomically:YES];",
    "NSString *path = [folder stringByAppendingPathComponent:[field.text lastPathComponent]];\n[data writeToFile:path atomically:YES];",
    "NSString *path = [[folder stringByAppendingPathComponent:field.text] stringByStandardizingPath];\nif (![path hasPrefix:folder]) { return; }\n[data writeToFile:path atomically:YES];",
    "NSString *name = field.text;\nif ([name containsString:@\"/\"]) { return; }\n[data writeToFile:[folder stringByAppendingPathComponent:name] atomically:YES];",
    "NSString *address = [NSString stringWithFormat:@\"https://a.example/%@\", field.text];\n[NSData dataWithContentsOfURL:[NSURL URLWithString:address]];",
  ])
  func paths(_ body: String) async throws {
    try await expectFlows(PathTraversal.self, ["A.m": Self.method(body)])
  }

  // MARK: Sources

  @Test(arguments: [
    ("- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)o", "url.query"),
    (
      "- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)all",
      "[[all anyObject] URL].host"
    ),
    (
      "- (void)userContentController:(WKUserContentController *)c didReceiveScriptMessage:(WKScriptMessage *)m",
      "m.body[@\"a\"]"
    ),
    (
      "- (void)application:(UIApplication *)a didReceiveRemoteNotification:(NSDictionary *)info",
      "info[@\"a\"]"
    ),
    ("- (void)run", "[UIPasteboard generalPasteboard].string"),
    ("- (void)run", "[[NSString alloc] initWithContentsOfFile:self.path encoding:4 error:nil]"),
    ("- (void)run", "[[[NSUserDefaults alloc] initWithSuiteName:@\"group\"] stringForKey:@\"a\"]"),
    (
      "- (void)session:(MCSession *)s didReceiveData:(NSData *)data fromPeer:(MCPeerID *)p",
      "[[NSString alloc] initWithData:data encoding:4]"
    ),
    ("- (void)handle:(GCDWebServerRequest *)request", "request.query[@\"a\"]"),
    ("- (void)handle:(NSURLComponents *)parts", "parts.queryItems.firstObject.value"),
  ])
  func sources(_ head: String, _ value: String) async throws {
    try await expectFlows(
      SQLInjection.self, ["A.m": Self.method("[db executeQuery:\(value)]; // here", head)])
  }

  @Test func blocksOfSessions() async throws {
    let body = """
      [[session dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
        NSDictionary *reply = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
        [db executeQuery:reply[@"sql"]]; // here
        [db executeQuery:error.localizedDescription];
      }] resume];
      NSString *path = [[NSBundle mainBundle] pathForResource:@"a" ofType:@"sql"];
      [db executeQuery:[NSString stringWithContentsOfFile:path encoding:4 error:nil]];
      """
    try await expectFlows(SQLInjection.self, ["A.m": Self.method(body, "- (void)run")])
  }

  @Test func whatAFNetworkingMadeOfAReply() async throws {
    let body = """
      [manager dataTaskWithRequest:r completionHandler:^(NSURLResponse *response, id object, NSError *error) {
        [db executeQuery:object[@"sql"]]; // here
      }];
      """
    try await expectFlows(SQLInjection.self, ["A.m": Self.method(body, "- (void)run")])
  }

  /// A class of the project may have the name of a type of a package for Swift; `NSNotification` comes from the app.
  @Test(arguments: ["- (void)show:(Entry *)all", "- (void)didReceiveNotification:(NSNotification *)all"])
  func valuesOfTheApp(_ head: String) async throws {
    try await expectFlows(SQLInjection.self, ["A.m": Self.method("[db executeQuery:all];", head)])
  }

  // MARK: Files

  @Test func namesOfTwoFilesAreNotOneName() async throws {
    let one = "void fa(UITextField *t) { char *a, *q; q = t.text.UTF8String; }"
    let other = "void fb(void *db) { char *z, *q; q = kQuery; sqlite3_exec(db, q, 0, 0, 0); }"
    try await expectFlows(SQLInjection.self, ["A.m": one, "B.m": other])
    let use = "static void run(NSString *q) { NSLog(@\"%@\", q); }\nvoid go(UITextField *t) { run(t.text); }"
    let own = "static void run(char *q) { sqlite3_exec(db, q, 0, 0, 0); }\nvoid b() { run(k); }"
    try await expectFlows(SQLInjection.self, ["A.m": use, "B.m": own])
  }

  @Test func textsThatGrowInProperties() async throws {
    let body = "[_page appendFormat:@\"<b>%@</b>\", field.text];"
    let show = "- (void)show { [self.web loadHTMLString:_page baseURL:nil]; // here\n}\n"
    let text = Self.method(body).replacing("@end\n", with: show + "@end\n")
    try await expectFlows(HTMLInjection.self, ["A.m": text])
  }

  @Test func buffersOutsideOfFunctions() async throws {
    let text = """
      static char q[256];
      void run(UITextField *field) {
        snprintf(q, sizeof(q), "%s", field.text.UTF8String);
        sqlite3_exec(db, q, 0, 0, 0); // here
      }
      """
    try await expectFlows(SQLInjection.self, ["A.m": text])
  }

  @Test func functionsThatReturnCollections() async throws {
    let text = """
      static NSArray<NSString *> *Parts(NSString *text) { return [text componentsSeparatedByString:@";"]; }
      void run(UITextField *field) {
        [db executeQuery:Parts(field.text).firstObject]; // here
      }
      """
    try await expectFlows(SQLInjection.self, ["A.m": text])
  }

  @Test func whatIsCalledOnAnIDIsLookedFor() async throws {
    let text = """
      @interface Screen : NSObject
      @property id store;
      @end
      @implementation Screen
      - (void)run:(UITextField *)field { [self.store findRows:field.text]; }
      @end
      """
    let store = """
      @implementation Store
      - (void)findRows:(NSString *)text {
        [db executeQuery:text]; // here
      }
      @end
      """
    try await expectFlows(SQLInjection.self, ["A.m": text, "B.m": store])
  }

  @Test func functionsOfTheFileAreNoSinks() async throws {
    let text = "static void warn(NSString *text) { show(text); }\n"
    try await expectFlows(FormatString.self, ["A.m": text + Self.method("warn(field.text);")])
  }

  @Test func throughMethodsPropertiesAndFunctions() async throws {
    let store = """
      #import "Store.h"
      static NSString *Trimmed(NSString *text) { return [text stringByTrimmingCharactersInSet:spaces]; }
      @implementation Store
      - (void)find:(NSString *)name limit:(NSInteger)limit {
        [self.db executeQuery:Trimmed(name)]; // here
        [self.db executeQuery:[NSString stringWithFormat:@"LIMIT %@", @(limit)]];
        [self.db executeQuery:_filter]; // here
        [self.db executeQuery:self.title];
      }
      @end
      """
    let header = """
      @interface Store : NSObject
      @property (nonatomic, copy) NSString *filter;
      @property (nonatomic, copy) NSString *title;
      - (void)find:(NSString *)name limit:(NSInteger)limit;
      @end
      """
    let use = """
      @interface Screen ()
      @property (nonatomic) Store *store;
      @end
      @implementation Screen
      - (void)searchBarSearchButtonClicked:(UISearchBar *)bar {
        [self.store find:bar.text limit:[bar.text integerValue]];
        self.store.filter = bar.text;
      }
      @end
      """
    try await expectFlows(SQLInjection.self, ["Store.m": store, "Store.h": header, "Screen.m": use])
  }

  @Test func throughBlocksOfTheProject() async throws {
    let client = """
      @implementation Client
      - (void)load:(NSURL *)url done:(void (^)(NSString *text))done {
        [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *r, NSError *e) {
          done([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
        }] resume];
      }
      @end
      """
    let use = """
      @implementation Screen
      - (void)show {
        [[Client new] load:self.url done:^(NSString *text) {
          [self.web loadHTMLString:text baseURL:nil]; // here
        }];
      }
      @end
      """
    try await expectFlows(HTMLInjection.self, ["Client.m": client, "Screen.m": use])
  }

  @Test func throughSettersAndWeakReferences() async throws {
    let text = """
      @implementation Search
      - (void)setFilter:(NSString *)filter {
        [self.db executeQuery:filter]; // here
      }
      - (void)run:(UITextField *)field {
        __weak typeof(self) weakSelf = self;
        self.filter = field.text;
        [queue perform:^{
          weakSelf.kept = field.text;
        }];
      }
      - (void)use {
        [self.db executeQuery:self.kept]; // here
      }
      @end
      """
    try await expectFlows(SQLInjection.self, ["A.m": text])
  }

  @Test func whatALibraryDoesInsideIsToldOfWhereItIsCalled() async throws {
    let library = """
      @implementation Database
      - (id)executeQuery:(NSString *)sql, ... {
        sqlite3_prepare_v2(db, sql.UTF8String, -1, &statement, NULL);
      }
      - (id)rowsWhere:(NSString *)key equals:(NSString *)value {
        return [self executeQuery:@"SELECT * FROM t WHERE a = ?", value];
      }
      @end
      """
    let use = """
      @implementation Screen
      - (void)run:(UITextField *)field {
        [self.database executeQuery:field.text]; // here
        [self.database rowsWhere:@"a" equals:field.text];
      }
      @end
      """
    try await expectFlows(SQLInjection.self, ["Database.m": library, "Screen.m": use])
  }

  @Test(arguments: [
    "[[UIApplication sharedApplication] openURL:url options:@{} completionHandler:nil]; // here",
    "if (![url.scheme isEqualToString:@\"https\"]) { return; }\n[UIApplication.sharedApplication openURL:url];",
    "if (url.absoluteString.length == 0) { return NO; }\n[UIApplication.sharedApplication openURL:url]; // here",
    "if (url.host == nil) { return NO; }\n[UIApplication.sharedApplication openURL:url]; // here",
    "if ([url isAllowed]) {\n[UIApplication.sharedApplication openURL:url];\n}",
    "[self openURL:url];",
  ])
  func links(_ body: String) async throws {
    let head = "- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)o"
    try await expectFlows(OpenURLUntrusted.self, ["A.m": Self.method(body, head)])
  }

  // MARK: Limits

  @Test(arguments: [
    String(repeating: "[a b:", count: 3_000) + "x" + String(repeating: "]", count: 3_000) + ";",
    String(repeating: "x = [a b:x c:x]; ", count: 4_000),
    String(repeating: "if ([x isEqual:y]) { ", count: 2_000) + String(repeating: "}", count: 2_000),
    String(repeating: "x ? x : ", count: 4_000) + "x;", String(repeating: "^(id x) { ", count: 2_000),
    "[a b:" + String(repeating: "x, ", count: 8_000) + "x];",
  ])
  func hostileFilesTakeNoTime(_ body: String) {
    let text = TextSource(
      path: "A.m", context: .app, bytes: Array(Self.method("id x = field.text; " + body).utf8))
    let source = ObjectiveCSource(text)
    let duration = ContinuousClock().measure { _ = ObjectiveCFlowReader.file(of: source) }
    #expect(duration < .seconds(20))
  }
}
