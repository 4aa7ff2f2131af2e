#import "MediaServer.h"
#import "GCDWebServer.h"
#import "GCDWebServerDataRequest.h"
#import "GCDWebServerDataResponse.h"
#import "GCDWebServerFileResponse.h"
#import "GCDWebServerMultiPartFormRequest.h"
#import "NSString+Media.h"

@implementation MediaServer {
  GCDWebServer *_server;
  NSString *_folder;
  NSArray<NSString *> *_themes;
}

- (instancetype)initWithFolder:(NSString *)folder {
  if ((self = [super init])) {
    _folder = [folder copy];
    _server = [[GCDWebServer alloc] init];
    _themes = @[ @"dark", @"light", @"sepia" ];
    [self addReadHandlers];
    [self addWriteHandlers];
  }
  return self;
}

- (BOOL)startOnPort:(NSUInteger)port {
  return [_server startWithPort:port bonjourName:nil];
}

- (void)addReadHandlers {
  NSString *folder = _folder;
  NSArray<NSString *> *themes = _themes;
  [_server addHandlerForMethod:@"GET" path:@"/clip" requestClass:[GCDWebServerRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSString *name = request.query[@"name"];
    return [GCDWebServerFileResponse responseWithFile:[folder stringByAppendingPathComponent:name]]; // weak: path direct
  }];
  [_server addHandlerForMethod:@"GET" path:@"/frame" requestClass:[GCDWebServerRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSInteger number = [request.query[@"n"] integerValue];
    NSString *file = [NSString stringWithFormat:@"%@/frames/%05ld.jpg", folder, (long)number]; // safe: path
    return [GCDWebServerFileResponse responseWithFile:file];
  }];
  [_server addHandlerForMethod:@"GET" path:@"/style" requestClass:[GCDWebServerRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSString *theme = request.query[@"theme"];
    if (![themes containsObject:theme]) {
      return [GCDWebServerResponse responseWithStatusCode:404];
    }
    return [GCDWebServerFileResponse responseWithFile:[NSBundle.mainBundle pathForResource:theme ofType:@"css"]]; // safe: path
  }];
}

- (void)addWriteHandlers {
  NSString *folder = _folder;
  [_server addHandlerForMethod:@"POST" path:@"/upload" requestClass:[GCDWebServerMultiPartFormRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    GCDWebServerMultiPartFile *file = [(GCDWebServerMultiPartFormRequest *)request firstFileForControlName:@"clip"];
    NSString *target = [folder stringByAppendingPathComponent:file.fileName]; // weak: path direct
    [NSFileManager.defaultManager moveItemAtPath:file.temporaryPath toPath:target error:NULL];
    return [GCDWebServerResponse responseWithStatusCode:201];
  }];
  [_server addHandlerForMethod:@"POST" path:@"/cover" requestClass:[GCDWebServerMultiPartFormRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    GCDWebServerMultiPartFile *file = [(GCDWebServerMultiPartFormRequest *)request firstFileForControlName:@"cover"];
    NSString *target = [folder stringByAppendingPathComponent:file.fileName.lastPathComponent]; // safe: path
    [NSFileManager.defaultManager moveItemAtPath:file.temporaryPath toPath:target error:NULL];
    return [GCDWebServerResponse responseWithStatusCode:201];
  }];
  [_server addHandlerForMethod:@"POST" path:@"/folder" requestClass:[GCDWebServerDataRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSDictionary *json = [(GCDWebServerDataRequest *)request jsonObject];
    BOOL made = [self makeFolder:json[@"name"]] && [self tagFolder:json[@"tag"]];
    return [GCDWebServerResponse responseWithStatusCode:made ? 201 : 409];
  }];
  [_server addHandlerForMethod:@"DELETE" path:@"/clip" requestClass:[GCDWebServerRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSString *target = [request.query[@"name"] media_pathInFolder:folder];
    [NSFileManager.defaultManager removeItemAtPath:target error:NULL]; // weak: path file
    return [GCDWebServerResponse responseWithStatusCode:204];
  }];
  [_server addHandlerForMethod:@"DELETE" path:@"/frame" requestClass:[GCDWebServerRequest class]
                  processBlock:^GCDWebServerResponse *(GCDWebServerRequest *request) {
    NSString *target = [request.query[@"name"] media_checkedPathInFolder:folder];
    if (target == nil) {
      return [GCDWebServerResponse responseWithStatusCode:403];
    }
    [NSFileManager.defaultManager removeItemAtPath:target error:NULL]; // safe: path
    return [GCDWebServerResponse responseWithStatusCode:204];
  }];
}

- (BOOL)makeFolder:(NSString *)name {
  NSString *path = [NSString stringWithFormat:@"%@/%@", _folder, name]; // weak: path helper
  return [NSFileManager.defaultManager createDirectoryAtPath:path withIntermediateDirectories:YES attributes:nil error:NULL];
}

- (BOOL)tagFolder:(NSString *)tag {
  NSURL *url = [NSURL fileURLWithPath:[_folder stringByAppendingPathComponent:@"tags.txt"]]; // safe: path
  return [tag writeToURL:url atomically:YES encoding:NSUTF8StringEncoding error:NULL];
}

@end
