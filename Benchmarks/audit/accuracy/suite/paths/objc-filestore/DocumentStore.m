#import "DocumentStore.h"
#import <CommonCrypto/CommonDigest.h>
#include <stdio.h>
#include <unistd.h>

@implementation DocumentStore

- (instancetype)init {
  if ((self = [super init])) {
    _folder = [NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES).firstObject copy];
  }
  return self;
}

- (BOOL)saveData:(NSData *)data named:(NSString *)name {
  return [data writeToFile:[self.folder stringByAppendingPathComponent:name] atomically:YES]; // weak: path file
}

- (BOOL)saveIndex:(NSDictionary *)index kind:(DocumentKind)kind {
  NSString *file = kind == DocumentKindInvoice ? @"invoices.plist" : @"receipts.plist";
  return [index writeToFile:[self.folder stringByAppendingPathComponent:file] atomically:YES]; // safe: path
}

- (NSString *)keyForName:(NSString *)name {
  NSData *bytes = [name dataUsingEncoding:NSUTF8StringEncoding];
  unsigned char digest[CC_SHA256_DIGEST_LENGTH];
  CC_SHA256(bytes.bytes, (CC_LONG)bytes.length, digest);
  NSMutableString *key = [NSMutableString string];
  for (int i = 0; i < CC_SHA256_DIGEST_LENGTH; i++) {
    [key appendFormat:@"%02x", digest[i]];
  }
  return key;
}

- (NSData *)dataNamed:(NSString *)name {
  return [NSData dataWithContentsOfFile:[self.folder stringByAppendingPathComponent:[self keyForName:name]]]; // safe: path
}

- (void)purge:(NSString *)name {
  unlink([self.folder stringByAppendingFormat:@"/%@", name].fileSystemRepresentation); // weak: path file
}

- (void)archive:(id<NSSecureCoding>)object named:(NSString *)name {
  NSData *data = [NSKeyedArchiver archivedDataWithRootObject:object requiringSecureCoding:YES error:NULL];
  NSURL *url = [NSURL fileURLWithPath:name relativeToURL:[NSURL fileURLWithPath:self.folder isDirectory:YES]]; // weak: path file
  [data writeToURL:url options:NSDataWritingAtomic error:NULL];
}

@end
