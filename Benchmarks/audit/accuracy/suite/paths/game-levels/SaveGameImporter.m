#import <UIKit/UIKit.h>
#import <Objective-Zip.h>

@interface SaveGameImporter : NSObject <UIDocumentPickerDelegate>
@property (nonatomic, copy) NSString *slots;
@property (nonatomic, copy) NSString *notes;
@end

@implementation SaveGameImporter

- (void)documentPicker:(UIDocumentPickerViewController *)controller didPickDocumentsAtURLs:(NSArray<NSURL *> *)urls {
  [self importSaveAtURL:urls.firstObject];
  self.notes = [self readmeOfSaveAtURL:urls.firstObject];
}

- (void)importSaveAtURL:(NSURL *)url {
  OZZipFile *zip = [[OZZipFile alloc] initWithFileName:url.path mode:OZZipFileModeUnzip];
  NSUInteger slot = 0;
  for (OZFileInZipInfo *info in [zip listFileInZipInfos]) {
    if (++slot > 100) {
      break;
    }
    [zip locateFileInZip:info.name];
    OZZipReadStream *stream = [zip readCurrentFileInZip];
    NSMutableData *body = [NSMutableData dataWithLength:(NSUInteger)MIN(info.length, 1048576ULL)];
    [stream readDataWithBuffer:body];
    [stream finishedReading];
    if ([info.name.pathExtension isEqualToString:@"sav"]) {
      [self storeSave:body named:info.name];
    } else {
      [body writeToFile:[self.slots stringByAppendingFormat:@"/extra%lu.dat", (unsigned long)slot] atomically:YES]; // safe: archive
    }
  }
  [zip close];
}

- (void)storeSave:(NSData *)body named:(NSString *)name {
  [body writeToFile:[self.slots stringByAppendingPathComponent:name] options:NSDataWritingAtomic error:NULL]; // weak: archive helper
}

- (NSString *)readmeOfSaveAtURL:(NSURL *)url {
  OZZipFile *zip = [[OZZipFile alloc] initWithFileName:url.path mode:OZZipFileModeUnzip];
  NSString *text = nil;
  if ([zip locateFileInZip:@"readme.txt"]) {
    NSMutableData *body = [NSMutableData dataWithLength:65536];
    OZZipReadStream *stream = [zip readCurrentFileInZip];
    NSUInteger count = [stream readDataWithBuffer:body]; // safe: archive
    text = [[NSString alloc] initWithBytes:body.bytes length:count encoding:NSUTF8StringEncoding];
    [stream finishedReading];
  }
  [zip close];
  return text;
}

@end
