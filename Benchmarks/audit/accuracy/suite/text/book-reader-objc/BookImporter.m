#import <UIKit/UIKit.h>
#import "ChapterCleaner.h"

static NSString *const kContentsPattern = @"^(\\w+[ ,]*)+\\.{3}$"; // weak: regex-slow helper
static NSString *const kPagePattern = @"^(?:[0-9]{1,4}, ){0,20}[0-9]{1,4}$"; // safe: regex-slow

@interface BookImporter : NSObject <UIDocumentPickerDelegate>
@property (nonatomic, strong) ChapterCleaner *cleaner;
@property (nonatomic, strong) NSMutableArray<NSString *> *contents;
@property (nonatomic, strong) NSMutableString *chapters;
@end

@implementation BookImporter

- (void)documentPicker:(UIDocumentPickerViewController *)controller didPickDocumentsAtURLs:(NSArray<NSURL *> *)urls {
  NSString *book = [NSString stringWithContentsOfURL:urls.firstObject encoding:NSUTF8StringEncoding error:nil];
  for (NSString *line in [book componentsSeparatedByString:@"\n"]) {
    NSRange found = [line rangeOfString:kContentsPattern options:NSRegularExpressionSearch];
    NSPredicate *pages = [NSPredicate predicateWithFormat:@"SELF MATCHES %@", kPagePattern];
    if (found.location != NSNotFound || [pages evaluateWithObject:line]) {
      [self.contents addObject:[self.cleaner escapedTitle:line]];
    } else if ([line rangeOfString:CHAPTER_NUMBER_PATTERN options:NSRegularExpressionSearch].location != NSNotFound) {
      [self.chapters appendFormat:@"<h2>%@</h2>", line];
    } else {
      [self.chapters appendString:[self.cleaner cleanedChapter:line]];
    }
  }
}

- (NSUInteger)replaceAll:(UITextField *)field with:(NSString *)text {
  NSString *query = field.text;
  return [self.chapters replaceOccurrencesOfString:query // weak: regex-input direct
                                        withString:text
                                           options:NSRegularExpressionSearch
                                             range:NSMakeRange(0, self.chapters.length)];
}

- (NSUInteger)removeAll:(UITextField *)field {
  NSString *query = field.text;
  return [self.chapters replaceOccurrencesOfString:query // safe: regex-input
                                        withString:@""
                                           options:NSCaseInsensitiveSearch
                                             range:NSMakeRange(0, self.chapters.length)];
}

@end
