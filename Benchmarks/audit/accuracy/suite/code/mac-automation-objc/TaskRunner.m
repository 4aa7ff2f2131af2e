#import "TaskRunner.h"

@implementation TaskRunner

- (void)launchTool:(NSString *)path {
  NSTask *task = [[NSTask alloc] init];
  [task setLaunchPath:path]; // weak: process file
  [task setArguments:@[@"--background"]];
  [task launch];
}

- (void)runLine:(NSString *)line {
  [NSTask launchedTaskWithLaunchPath:@"/bin/sh" arguments:@[@"-c", line]]; // weak: process file
}

- (void)speak:(NSString *)text {
  NSTask *task = [[NSTask alloc] init];
  NSPipe *input = [NSPipe pipe];
  task.launchPath = @"/usr/bin/say"; // safe: process
  task.arguments = @[@"-f", @"-"];
  task.standardInput = input;
  [task launch];
  [input.fileHandleForWriting writeData:[text dataUsingEncoding:NSUTF8StringEncoding]];
  [input.fileHandleForWriting closeFile];
}

- (void)sleepDisplayAfter:(NSInteger)minutes {
  NSString *line = [NSString stringWithFormat:@"/usr/bin/pmset displaysleep %ld", (long)minutes];
  system(line.UTF8String); // safe: process
}

@end
