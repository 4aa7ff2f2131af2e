#import <UIKit/UIKit.h>
#import "DocumentStore.h"

@interface InvoiceImporter : NSObject
@property (nonatomic, strong) DocumentStore *store;
@end

@implementation InvoiceImporter

- (void)syncFromURL:(NSURL *)url {
  [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    if (data == nil) {
      return;
    }
    NSArray<NSDictionary *> *rows = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    for (NSDictionary *row in rows) {
      NSData *body = [[NSData alloc] initWithBase64EncodedString:row[@"body"] options:0];
      [self.store saveData:body named:row[@"file"]];
      [self.store archive:row named:row[@"record"]];
      [self.store purge:row[@"replaces"]];
      [self keepLogo:body vendor:row[@"vendor"] number:[row[@"number"] unsignedIntegerValue]];
    }
    [self.store saveIndex:@{ @"count" : @(rows.count) } kind:DocumentKindInvoice];
  }] resume];
}

- (void)keepLogo:(NSData *)logo vendor:(NSString *)vendor number:(NSUInteger)number {
  NSFileManager *files = NSFileManager.defaultManager;
  NSString *folder = [self.store.folder stringByAppendingString:@"/logos/"];
  [files createFileAtPath:[folder stringByAppendingFormat:@"%lu.png", (unsigned long)number] contents:logo attributes:nil]; // safe: path
  [files createFileAtPath:[folder stringByAppendingFormat:@"%@.png", vendor] contents:logo attributes:nil]; // weak: path helper
}

- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
  NSURLComponents *components = [NSURLComponents componentsWithURL:url resolvingAgainstBaseURL:NO];
  NSString *file = components.queryItems.firstObject.value;
  if ([url.host isEqualToString:@"append"]) {
    FILE *log = fopen([self.store.folder stringByAppendingPathComponent:file].UTF8String, "a"); // weak: path direct
    if (log != NULL) {
      fputs("opened\n", log);
      fclose(log);
    }
  } else if ([url.host isEqualToString:@"visits"]) {
    FILE *log = fopen([self.store.folder stringByAppendingPathComponent:@"visits.log"].UTF8String, "a"); // safe: path
    if (log != NULL) {
      fprintf(log, "%lu\n", (unsigned long)file.length);
      fclose(log);
    }
  } else if ([file rangeOfString:@"/"].location == NSNotFound && ![file hasPrefix:@"."]) {
    NSData *data = [NSData dataWithContentsOfFile:[self.store.folder stringByAppendingPathComponent:file]]; // safe: path
    return data.length > 0;
  }
  return YES;
}

@end
