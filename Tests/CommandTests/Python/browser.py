"""Goes to a page as a browser does, and wherever it leads.

usage: browser.py AUTHORITIES URL
"""

import ssl
import sys
import urllib.request

context = ssl.create_default_context(cafile=sys.argv[1])
handlers = [urllib.request.HTTPSHandler(context=context), urllib.request.ProxyHandler({})]
print(urllib.request.build_opener(*handlers).open(sys.argv[2], timeout=30).status)
