import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, ensureHeadless } from '../../runner/chromium.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import { productEnv, runToEnd, start } from '../../e2e/setup/process.ts'
import { watchMemory } from '../build/memory.ts'
import { median, type Figure } from '../figures.ts'

/**
 * A data folder with the demo town, which is copied first; and ones with large archives, whose sites are brought up to date: with few scans for a copy, with many for
 * deployments (without them, that part is left out).
 */
const { COPY_TOWN, COPY_LARGE, DEPLOY_LARGE } = process.env
/** The page that is opened from the disk, and how often. */
const PAGE = 'site/itemview/0.000/50/index.html'
const OPENED = 5
const MIB = 1024 * 1024

/** A copy of the demo town and of a large archive: its size, how long it takes to make it, to bring it up to date and to check it. */
export async function benchCopy(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-bench-copy-'))
  try {
    const town = path.join(folder, 'town')
    say('The demo town …')
    if (COPY_TOWN) cpSync(COPY_TOWN, town, { recursive: true })
    else await (await startDemoTown(undefined, town)).running.stop()
    // Its site is that of this version before anything is measured.
    await runToEnd(['scripts/build-site.ts'], productEnv(town, 0))
    const figures = [...(await copies(town, path.join(folder, 'copy'))), ...(await bag(town, path.join(folder, 'bag')))]
    if (COPY_LARGE) {
      say('The large archive …')
      figures.push(...(await largeCopy(COPY_LARGE, path.join(folder, 'large'))))
    }
    if (DEPLOY_LARGE) {
      say('Its deployments …')
      figures.push(...(await deployments(DEPLOY_LARGE, path.join(folder, 'www'))))
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function copies(data: string, folder: string): Promise<Figure[]> {
  const first = await archive(data, 'copy', folder)
  const { files, bytes } = contents(folder)
  const began = Date.now()
  const again = await archive(data, 'copy', folder)
  const from = `${files.toLocaleString('en')} files`
  return [
    { name: 'Copy of the demo town', value: bytes, unit: 'bytes', bound: { most: 145_000_000 }, from },
    { name: 'Its files', value: files, unit: 'files', bound: { most: 4500 }, from: 'pages, data, pictures and tiles' },
    { name: 'Made in', value: first.seconds, unit: 's', bound: { most: 15 }, from },
    { name: 'Again, with nothing changed', value: again.seconds, unit: 's', bound: { most: 3 }, from },
    { name: 'Bytes written then', value: contents(folder, began).bytes, unit: 'bytes', bound: { most: 0 }, from },
    { name: 'A page opens from the disk', ...(await opening(folder)), unit: 'ms', bound: { most: 1000 } },
  ]
}

async function bag(data: string, folder: string): Promise<Figure[]> {
  const made = await archive(data, 'copy', folder, '--bag')
  const { files, bytes } = contents(folder)
  const from = `${files.toLocaleString('en')} files, ${Math.round(bytes / MIB)} MiB`
  const verified = await archive(data, 'verify', folder)
  return [
    { name: 'Bag of the demo town, made in', value: made.seconds, unit: 's', bound: { most: 25 }, from },
    { name: 'Every file of it verified in', value: verified.seconds, unit: 's', bound: { most: 10 }, from },
  ]
}

async function largeCopy(data: string, folder: string): Promise<Figure[]> {
  await runToEnd(['scripts/build-site.ts'], productEnv(data, 0))
  const { seconds, memory } = await archive(data, 'copy', folder)
  const { files, bytes } = contents(folder)
  const from = `${files.toLocaleString('en')} files, ${Math.round(bytes / MIB)} MiB`
  return [
    { name: 'Copy of a large archive, made in', value: seconds, unit: 's', bound: { most: 180 }, from },
    { name: 'Its memory', value: memory / MIB, unit: 'MiB', bound: { most: 1024 }, from },
    { name: 'Its files', value: files, unit: 'files', bound: { most: 60_000 }, from },
  ]
}

async function deployments(data: string, folder: string): Promise<Figure[]> {
  await runToEnd(['scripts/build-site.ts'], productEnv(data, 0))
  const deploy = () => run(data, 'scripts/build-site.ts', '--deploy', folder)
  await deploy()
  const { files } = contents(folder)
  const { seconds } = await deploy()
  const from = `${files.toLocaleString('en')} files, with the build`
  return [{ name: 'A large archive is deployed again in', value: seconds, unit: 's', bound: { most: 60 }, from }]
}

const archive = (data: string, ...words: string[]) => run(data, 'scripts/archive.ts', ...words)

/** Runs a script of the product to its end. */
async function run(data: string, script: string, ...words: string[]): Promise<{ seconds: number; memory: number }> {
  const began = performance.now()
  const running = start([script, ...words], productEnv(data, 0))
  const memory = watchMemory(running.pid, () => '')
  const code = await running.ended
  memory.stop()
  if (code !== 0) throw new Error(`${script} ${words.join(' ')} ended with ${code}:\n${running.output()}`)
  return { seconds: (performance.now() - began) / 1000, memory: memory.peak()?.bytes ?? 0 }
}

/** All files of a folder, or those that were written since a moment. */
function contents(folder: string, since = 0): { files: number; bytes: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const written = entries
    .map(({ parentPath, name }) => statSync(path.join(parentPath, name)))
    .filter(({ mtimeMs }) => mtimeMs >= since)
  return { files: written.length, bytes: written.reduce((sum, { size }) => sum + size, 0) }
}

/** Milliseconds until a page and all that it needs are loaded from the disk, in a fresh browser each time. */
async function opening(folder: string): Promise<Pick<Figure, 'value' | 'from'>> {
  const times: number[] = []
  const executablePath = await ensureHeadless()
  for (let at = 0; at < OPENED; at += 1) {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
    const page = await browser.newPage()
    const began = performance.now()
    await page.goto(pathToFileURL(path.join(folder, PAGE)).href, { waitUntil: 'load' })
    times.push(performance.now() - began)
    await browser.close()
  }
  return { value: median(times), from: `an item page in Chromium, median of ${OPENED}` }
}
