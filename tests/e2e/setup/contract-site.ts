import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makeRelease, STEPS } from '#release/make-release.ts'
import { startDjangoServer } from '../../fixtures/django-server/django-server.ts'
import { smallTown } from '../../fixtures/django-server/town.ts'

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
}

/** A small town on a server that has only the calls of spec §7, its site as a plain host serves it, and both under one address. */
export async function startContractSite() {
  const django = await startDjangoServer(
    { forbids: true, organizationAs: 'object', notShown: 'nothing', ignoresSearch: true },
    smallTown(),
  )
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-contract-'))
  const files = path.join(folder, 'current')
  const front = createServer((incoming, outgoing) => {
    if (/^\/(api|auth|media|raster)\//.test(incoming.url!)) proxy(django.base, incoming, outgoing)
    else sendFile(files, new URL(incoming.url!, 'http://host').pathname, outgoing)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://localhost:${(front.address() as AddressInfo).port}`
  const stop = async () => {
    front.closeAllConnections()
    await new Promise((resolve) => front.close(resolve))
    await django.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const settings = { siteFolder: folder, api: django.base, source: 'a Django REST server', apiBase: '', site: baseUrl }
  // Compressed copies take as long as the rest, and this host sends none.
  const build = async () => {
    const { NODE_ENV } = process.env
    process.env.NODE_ENV = 'production'
    try {
      return await makeRelease(settings, { ...STEPS, compress: () => Promise.resolve(0) })
    } finally {
      process.env.NODE_ENV = NODE_ENV
    }
  }
  try {
    return { django, baseUrl, files, build, report: await build(), stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}
export type ContractSite = Awaited<ReturnType<typeof startContractSite>>

function proxy(base: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = forward(base + incoming.url!, { method: incoming.method, headers: incoming.headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

/** A folder is its index.html, and what is not there is 404.html. */
function sendFile(folder: string, address: string, outgoing: ServerResponse): void {
  const wanted = path.join(folder, decodeURIComponent(address), address.endsWith('/') ? 'index.html' : '')
  const isThere = existsSync(wanted)
  const file = isThere ? wanted : path.join(folder, '404.html')
  outgoing.writeHead(isThere ? 200 : 404, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
  })
  createReadStream(file).pipe(outgoing)
}
