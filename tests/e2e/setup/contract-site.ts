import { mkdtempSync, rmSync } from 'node:fs'
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { makeRelease, STEPS } from '#release/make-release.ts'
import { startDjangoServer } from '../../fixtures/django-server/django-server.ts'
import { smallTown } from '../../fixtures/django-server/town.ts'
import { serveFolder } from './file-host.ts'

/** A small town on a server that has only the calls of spec §7, its site as a plain host serves it, and both under one address. */
export async function startContractSite() {
  const django = await startDjangoServer(
    { forbids: true, organizationAs: 'object', notShown: 'nothing', ignoresSearch: true },
    smallTown(),
  )
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-contract-'))
  const files = path.join(folder, 'current')
  const host = await serveFolder(files, (incoming, outgoing) => {
    const isOfServer = /^\/(api|auth|media|raster)\//.test(incoming.url!)
    if (isOfServer) proxy(django.base, incoming, outgoing)
    return isOfServer
  })
  const { baseUrl } = host
  const stop = async () => {
    await host.stop()
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
