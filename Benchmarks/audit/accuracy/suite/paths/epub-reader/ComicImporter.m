#import <UIKit/UIKit.h>
#include <archive.h>
#include <archive_entry.h>

static const size_t ComicLimit = 200 * 1024 * 1024;

@interface ComicImporter : UIResponder <UIApplicationDelegate>
@property (nonatomic, copy) NSString *folder;
@end

@implementation ComicImporter

- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
  struct archive *reader = archive_read_new();
  archive_read_support_format_all(reader);
  archive_read_support_filter_all(reader);
  if (archive_read_open_filename(reader, url.fileSystemRepresentation, 10240) == ARCHIVE_OK) {
    if ([url.pathExtension isEqualToString:@"cbz"]) {
      [self copyPagesFrom:reader];
    } else {
      [self extractFrom:reader];
    }
  }
  archive_read_free(reader);
  return [self coverOfComicAtURL:url].length > 0;
}

- (void)extractFrom:(struct archive *)reader {
  struct archive_entry *entry;
  [NSFileManager.defaultManager changeCurrentDirectoryPath:self.folder];
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    archive_read_extract(reader, entry, ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_PERM); // weak: archive helper
  }
}

- (void)copyPagesFrom:(struct archive *)reader {
  struct archive_entry *entry;
  size_t total = 0;
  for (int page = 0; page < 2000 && archive_read_next_header(reader, &entry) == ARCHIVE_OK; page++) {
    FILE *out = fopen([self.folder stringByAppendingFormat:@"/page%04d.jpg", page].fileSystemRepresentation, "wb"); // safe: archive
    char chunk[8192];
    la_ssize_t count;
    while (out != NULL && total < ComicLimit && (count = archive_read_data(reader, chunk, sizeof(chunk))) > 0) {
      fwrite(chunk, 1, (size_t)count, out);
      total += (size_t)count;
    }
    if (out != NULL) {
      fclose(out);
    }
  }
}

- (NSData *)coverOfComicAtURL:(NSURL *)url {
  NSMutableData *cover = [NSMutableData data];
  struct archive *reader = archive_read_new();
  struct archive_entry *entry;
  archive_read_support_format_zip(reader);
  archive_read_open_filename(reader, url.fileSystemRepresentation, 10240);
  if (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    NSString *name = @(archive_entry_pathname(entry));
    size_t size = (size_t)MIN(archive_entry_size(entry), 4 * 1024 * 1024);
    cover.length = size;
    archive_read_data(reader, cover.mutableBytes, size); // safe: archive
    [cover writeToFile:[self.folder stringByAppendingPathComponent:name] atomically:YES]; // weak: archive direct
  }
  archive_read_free(reader);
  return cover;
}

@end
