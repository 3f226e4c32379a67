import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A Chromium that runs on Lambda-like machines without root, as an npm package: the last resort. */
const PORTABLE = { name: '@sparticuz/chromium', version: '153.0.0' }

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'lotline')

/** Arguments of every Chromium that the tests start: no sandbox (tests run as root in a container), no calls home. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** Where a Chromium stands on this machine, or undefined. `CHROMIUM_PATH` goes before all. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return [...systemBrowsers(), ...playwrightBrowsers()].find((file) => existsSync(file))
}

/** A Chromium, fetched when there is none; throws one sentence that says what to run when that is not possible. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there.`)
  const fetched = installWithApt() ?? (await installPortable())
  if (fetched) return fetched
  throw new Error('No Chromium: run "apt-get install -y chromium", or set CHROMIUM_PATH to one.')
}

function systemBrowsers(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const mac = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...mac]
}

/** What `npx playwright install chromium` leaves; the newest first. */
function playwrightBrowsers(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), '.cache/ms-playwright')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse()
    .flatMap((name) => ['chrome-linux64/chrome', 'chrome-linux/chrome'].map((inner) => path.join(folder, name, inner)))
}

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium (apt-get install chromium) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return undefined
  }
  return findChromium()
}

async function installPortable(): Promise<string | undefined> {
  console.log(`Fetching ${PORTABLE.name} into ${cache} …`)
  mkdirSync(cache, { recursive: true })
  const wanted = `${PORTABLE.name}@${PORTABLE.version}`
  const args = ['install', '--prefix', cache, '--no-audit', '--no-fund', '--loglevel=error', wanted]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return undefined
  const entry = createRequire(path.join(cache, 'package.json')).resolve(PORTABLE.name)
  const portable = (await import(pathToFileURL(entry).href)) as { default: { executablePath(): Promise<string> } }
  return portable.default.executablePath()
}
