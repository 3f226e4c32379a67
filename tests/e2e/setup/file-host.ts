import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/json',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A web server that knows nothing but the files of a folder. `first` may answer some addresses itself: it returns true for these. */
export async function serveFolder(
  folder: string,
  first: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean = () => false,
) {
  const server = createServer((incoming, outgoing) => {
    if (!first(incoming, outgoing)) sendFile(folder, new URL(incoming.url!, 'http://host').pathname, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A folder is its index.html, and what is not there is 404.html. */
function sendFile(folder: string, address: string, outgoing: ServerResponse): void {
  const wanted = path.join(folder, decodeURIComponent(address), address.endsWith('/') ? 'index.html' : '')
  const isThere = statSync(wanted, { throwIfNoEntry: false })?.isFile() ?? false
  const file = isThere ? wanted : path.join(folder, '404.html')
  outgoing.writeHead(isThere ? 200 : 404, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
  })
  createReadStream(file).pipe(outgoing)
}
