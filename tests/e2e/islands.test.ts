import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#release/files/security.ts'
import { readPages, type InlineCode } from '#release/pages/page-facts.ts'
import { useSite } from './browser/site.ts'

const FIXTURE = resolve('tests/fixtures/react-pages')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const site = useSite()
let out: string
let own: InlineCode
let server: Server

/** A project of two pages, built with the settings of this one and served under the policy of a release. */
beforeAll(async () => {
  out = mkdtempSync(resolve('.astro', 'islands-'))
  const args = ['build', '--silent', '--root', FIXTURE, '--config', '../../../astro.config.mjs', '--outDir', out]
  const env = { ...process.env, NODE_ENV: 'production', LOTLINE_OUT: out, ASTRO_TELEMETRY_DISABLED: '1' }
  await promisify(execFile)(process.execPath, ['node_modules/astro/bin/astro.mjs', ...args], { env })
  own = JSON.parse(readFileSync(join(out, 'inline-code.json'), 'utf8')) as InlineCode
  const policy = contentSecurityPolicy(own, { apiBase: '' }, [])
  server = createServer((request, response) => {
    const file = request.url!.endsWith('/') ? `${request.url}index.html` : request.url!
    response.writeHead(200, { 'content-type': TYPES[extname(file)], 'content-security-policy': policy })
    response.end(readFileSync(join(out, file)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  server.close()
  rmSync(out, { recursive: true, force: true, maxRetries: 10 })
})
const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

test('a React component without a client directive is only markup, and its page has no script', () => {
  const html = readFileSync(join(out, 'plain/index.html'), 'utf8')
  expect(html).toMatch(/<button type="button"[^>]*>plain/)
  expect(html).not.toMatch(/<script|astro-island|modulepreload/)
})

test('no page has code that is not the build’s own: texts are escaped, in <noscript> too', () => {
  expect(readPages(out, own)).toHaveLength(2)
})

test('islands of every directive are hydrated under the Content-Security-Policy', async () => {
  const page = await site.open('/register/', {
    routes: (context) => context.route(address('/**'), (route) => route.continue()),
  })
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.goto(address('/islands/'))
  for (const name of ['load', 'idle', 'visible', 'only']) {
    const button = page.getByRole('button', { name: `${name}:` })
    await page.locator(`astro-island:not([ssr]) button:has-text("${name}")`).waitFor()
    await button.click()
    expect(await button.innerText()).toBe(`${name}: 1`)
    expect(await button.getAttribute('data-id'), 'the id of the page is the one that React has').toBe(
      `${await button.getAttribute('id')} 1`,
    )
  }
  expect(await page.evaluate(() => (globalThis as { hostile?: number }).hostile)).toBeUndefined()
  expect(refused).toEqual([])
})
