#import "KSVisitor.h"

@implementation KSVisitor

+ (BOOL)supportsSecureCoding {
  return YES;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:self.badge forKey:@"badge"];
  [coder encodeObject:self.passportNumber forKey:@"passportNumber"];
  [coder encodeObject:self.mobileNo forKey:@"mobileNo"];
}

- (instancetype)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    _badge = [coder decodeObjectOfClass:[NSString class] forKey:@"badge"];
    _passportNumber = [coder decodeObjectOfClass:[NSString class] forKey:@"passportNumber"];
    _mobileNo = [coder decodeObjectOfClass:[NSString class] forKey:@"mobileNo"];
  }
  return self;
}

@end

@interface KSVisitorArchive : NSObject
@property (nonatomic, copy) NSURL *folder;
@end

@implementation KSVisitorArchive

- (BOOL)archiveVisitor:(KSVisitor *)visitor error:(NSError **)error {
  NSData *data = [NSKeyedArchiver archivedDataWithRootObject:visitor requiringSecureCoding:YES error:error];
  return [data writeToURL:[self.folder URLByAppendingPathComponent:@"visitor.data"] atomically:YES]; // weak: store-file file
}

- (BOOL)archiveVisitorProtected:(KSVisitor *)visitor error:(NSError **)error {
  NSData *data = [NSKeyedArchiver archivedDataWithRootObject:visitor requiringSecureCoding:YES error:error];
  NSURL *url = [self.folder URLByAppendingPathComponent:@"visitor.data"];
  return [data writeToURL:url options:NSDataWritingFileProtectionComplete error:error]; // safe: store-file
}

- (BOOL)writeBadge:(KSVisitor *)visitor error:(NSError **)error {
  NSDictionary *badge = @{@"badge" : visitor.badge, @"passportScans" : @(visitor.passportScans)};
  return [badge writeToURL:[self.folder URLByAppendingPathComponent:@"badge.plist"] error:error]; // safe: store-file
}

- (BOOL)writeCallList:(NSArray<KSVisitor *> *)visitors {
  NSMutableArray<NSString *> *lines = [NSMutableArray array];
  for (KSVisitor *visitor in visitors) {
    [lines addObject:[NSString stringWithFormat:@"%@;%@", visitor.badge, visitor.mobileNo]];
  }
  NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:@"calls.csv"];
  NSString *text = [lines componentsJoinedByString:@"\n"];
  return [text writeToFile:path atomically:YES encoding:NSUTF8StringEncoding error:NULL]; // weak: store-file file
}

- (BOOL)writeAdminPin:(NSString *)adminPin {
  NSMutableDictionary *settings = [NSMutableDictionary dictionary];
  settings[@"lockAfter"] = @30;
  settings[@"code"] = adminPin;
  NSURL *url = [self.folder URLByAppendingPathComponent:@"kiosk.plist"];
  return [settings writeToURL:url error:NULL]; // weak: store-file direct
}

- (BOOL)writePinRules:(NSInteger)pinLength {
  NSData *json = [NSJSONSerialization dataWithJSONObject:@{@"pinLength" : @(pinLength)} options:0 error:NULL];
  NSString *path = [self.folder URLByAppendingPathComponent:@"pin-rules.json"].path;
  return [NSFileManager.defaultManager createFileAtPath:path contents:json attributes:nil]; // safe: store-file
}

- (BOOL)cacheWifi:(NSString *)ssid password:(NSString *)wifiPassword {
  NSData *json = [NSJSONSerialization dataWithJSONObject:@{@"n" : ssid, @"p" : wifiPassword} options:0 error:NULL];
  NSString *path = [self.folder URLByAppendingPathComponent:@"net.json"].path;
  return [NSFileManager.defaultManager createFileAtPath:path contents:json attributes:nil]; // weak: store-file direct
}

@end
