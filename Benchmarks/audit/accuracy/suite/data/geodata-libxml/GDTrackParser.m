#import <Foundation/Foundation.h>
#import <libxml/HTMLparser.h>
#import <libxml/parser.h>
#import <libxml/xmlreader.h>

static const int GDTrackOptions = XML_PARSE_RECOVER | XML_PARSE_NOENT | XML_PARSE_NOCDATA;
static const int GDPlaceOptions = XML_PARSE_NONET | XML_PARSE_NOBLANKS;

@interface GDTrackParser : NSObject <NSXMLParserDelegate>
- (NSUInteger)importTrackAtURL:(NSURL *)url;
@end

@implementation GDTrackParser

- (NSUInteger)importTrackAtURL:(NSURL *)url {
  NSData *data = [NSData dataWithContentsOfURL:url];
  xmlDocPtr document = xmlReadMemory(data.bytes, (int)data.length, "", NULL, GDTrackOptions); // weak: xml-entities helper
  return [self countAndFree:document];
}

- (NSUInteger)importPlaces:(NSData *)data {
  xmlDocPtr document = xmlReadMemory(data.bytes, (int)data.length, "", "UTF-8", GDPlaceOptions); // safe: xml-entities
  return [self countAndFree:document];
}

- (NSUInteger)builtInStyles {
  NSString *path = [NSBundle.mainBundle pathForResource:@"styles" ofType:@"xml"];
  xmlDocPtr document = xmlReadFile(path.fileSystemRepresentation, NULL, XML_PARSE_NOENT | XML_PARSE_DTDLOAD); // safe: xml-entities
  return [self countAndFree:document];
}

- (void)downloadRouteFromURL:(NSURL *)url {
  [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    int options = XML_PARSE_DTDLOAD | XML_PARSE_NOENT;
    xmlDocPtr document = xmlCtxtReadMemory(context, data.bytes, (int)data.length, "", NULL, options); // weak: xml-entities direct
    [self countAndFree:document];
    xmlFreeParserCtxt(context);
  }] resume];
}

- (NSUInteger)readNames:(NSData *)data {
  NSUInteger count = 0;
  xmlTextReaderPtr reader = xmlReaderForMemory(data.bytes, (int)data.length, "", NULL, XML_PARSE_NONET); // safe: xml-entities
  while (xmlTextReaderRead(reader) == 1) {
    count++;
  }
  xmlFreeTextReader(reader);
  return count;
}

- (NSUInteger)readDescription:(NSData *)data {
  htmlDocPtr document = htmlReadMemory(data.bytes, (int)data.length, "", NULL, HTML_PARSE_NOERROR); // safe: xml-entities
  return [self countAndFree:document];
}

- (NSUInteger)readWaypointsFromPeer:(NSInputStream *)stream {
  NSXMLParser *parser = [[NSXMLParser alloc] initWithStream:stream];
  parser.delegate = self;
  [self prepare:parser];
  return [parser parse] ? 1 : 0;
}

- (void)prepare:(NSXMLParser *)parser {
  parser.shouldProcessNamespaces = YES;
  [parser setShouldResolveExternalEntities:YES]; // weak: xml-entities helper
}

- (NSUInteger)countAndFree:(xmlDocPtr)document {
  if (document == NULL) {
    return 0;
  }
  NSUInteger count = xmlChildElementCount(xmlDocGetRootElement(document));
  xmlFreeDoc(document);
  return count;
}

@end
