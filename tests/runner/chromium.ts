import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { aptInstall } from './apt.ts'

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
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

const APPS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/** The Chromium on this machine, or undefined. `CHROMIUM_PATH` wins. */
export const findChromium = (): string | undefined =>
  fromEnvironment() ?? found([...systemBrowsers(APPS), ...playwrightBrowsers('chromium', 'chrome')])

/**
 * The browser for journeys: Chromium's headless shell where there is one, which needs half the processor time of the whole browser (it has no
 * windows to draw), else any Chromium.
 */
export const findHeadless = (): string | undefined => fromEnvironment() ?? findShell() ?? findChromium()

/** A Chromium, installed when there is none. Throws one sentence that says what to run when that fails. */
export const ensureChromium = async (): Promise<string> =>
  findChromium() ?? installWithApt('chromium') ?? (await installPortable()) ?? fail()

/** As `ensureChromium`, for journeys: installs the headless shell even beside a Chromium, where that is one command. */
export const ensureHeadless = async (): Promise<string> =>
  fromEnvironment() ?? findShell() ?? installWithApt(SHELLS[0]!) ?? (await ensureChromium())

function fail(): never {
  throw new Error('No Chromium: run "apt-get install -y chromium", or set CHROMIUM_PATH to one.')
}

function fromEnvironment(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  return named || undefined
}

const found = (files: readonly string[]): string | undefined => files.find((file) => existsSync(file))
const findShell = (): string | undefined =>
  found([...systemBrowsers(SHELLS), ...playwrightBrowsers('chromium_headless_shell', 'headless_shell')])

function systemBrowsers(names: readonly string[]): string[] {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const mac = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...(names === APPS ? mac : [])]
}

/** What `npx playwright install chromium` leaves; the newest first. */
function playwrightBrowsers(name: string, program: string): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), '.cache/ms-playwright')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((version) => version.replace(/-\d+$/, '') === name)
    .sort()
    .reverse()
    .flatMap((version) => ['chrome-linux64', 'chrome-linux'].map((inner) => path.join(folder, version, inner, program)))
}

function installWithApt(name: string): string | undefined {
  return aptInstall('Chromium', name) ? found(systemBrowsers([name])) : undefined
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
