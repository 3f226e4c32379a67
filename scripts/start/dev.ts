import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dev } from 'astro'
import { readConfig } from '#server/config.ts'
import { readSettings, useSettings } from '#release/settings.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { tryPort } from './port.ts'

/**
 * `npm run dev`: Astro's dev server with live reload, and the product on a second port (`npm start`, which creates the demo town and builds once). The dev
 * server proxies everything but pages: the API, pictures, maps, the search index and the data files of the last build.
 */
const PROXIED = '^/(api|auth|raster|media|iiif|data|pagefind)/'
/** Milliseconds between two health checks. */
const POLL = 300

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilHealthy(api: string): Promise<void> {
  const isUp = () =>
    fetch(`${api}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await pause(POLL)
}

const config = readConfig(process.env)
await tryPort(config)
const port = await freePort()
const api = `http://localhost:${port}`
const hasSite = existsSync(join(config.dataDir, 'site', 'current'))
const script = fileURLToPath(new URL(hasSite ? '../serve.ts' : './main.ts', import.meta.url))
const environment = { ...process.env, PORT: String(port), SITE_URL: siteAddress(config), LOG: '0' }
const product = spawn(process.execPath, [script], { env: environment, stdio: 'inherit' })
const snapshot = mkdtempSync(join(tmpdir(), 'lotline-dev-'))
product.once('exit', (code) => process.exit(code ?? 1))
process.once('exit', () => {
  product.kill()
  rmSync(snapshot, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

await untilHealthy(api)
useSettings(await readSettings(api))
await pullSnapshot({ api, source: 'this archive', apiBase: '', folder: snapshot })
process.env.LOTLINE_SNAPSHOT = snapshot
await dev({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  server: { port: config.port },
  vite: { server: { strictPort: true, proxy: { [PROXIED]: api } } },
})
console.log(`
The pages are at ${siteAddress(config)}/ and follow the code. What is published while this runs shows after a restart;
\`npm run build\` renews the search index and the map's data files.`)
