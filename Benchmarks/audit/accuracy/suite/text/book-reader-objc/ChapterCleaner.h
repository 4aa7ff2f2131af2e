#import <Foundation/Foundation.h>

#define CHAPTER_STYLE_PATTERN @"<style>.*?</style>" // weak: regex-tag file
#define CHAPTER_NUMBER_PATTERN @"^Chapter [0-9IVXL]{1,7}$"

@interface ChapterCleaner : NSObject
- (NSString *)cleanedChapter:(NSString *)html;
- (NSString *)escapedTitle:(NSString *)title;
@end
