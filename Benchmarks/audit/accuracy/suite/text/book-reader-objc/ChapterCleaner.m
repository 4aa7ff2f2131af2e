#import "ChapterCleaner.h"

static NSString *const kScriptPattern = @"<script[^<>]*>[\\s\\S]*?</script>"; // weak: regex-tag helper
static NSString *const kNotePattern = @"<([0-9]{1,3})>"; // safe: regex-tag

@implementation ChapterCleaner

- (NSString *)replacePattern:(NSString *)pattern inText:(NSString *)text with:(NSString *)replacement {
  NSRegularExpression *expression =
      [NSRegularExpression regularExpressionWithPattern:pattern // safe: regex-input
                                                options:NSRegularExpressionCaseInsensitive
                                                  error:nil];
  return [expression stringByReplacingMatchesInString:text
                                              options:0
                                                range:NSMakeRange(0, text.length)
                                         withTemplate:replacement];
}

- (NSString *)cleanedChapter:(NSString *)html {
  NSString *text = [self replacePattern:CHAPTER_STYLE_PATTERN inText:html with:@""];
  text = [self replacePattern:kScriptPattern inText:text with:@""];
  return [self replacePattern:kNotePattern inText:text with:@"[$1]"];
}

- (NSString *)escapedTitle:(NSString *)title {
  NSString *text = [title stringByReplacingOccurrencesOfString:@"&" withString:@"&amp;"];
  return [text stringByReplacingOccurrencesOfString:@"<" withString:@"&lt;"]; // safe: regex-tag
}

@end
