import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../runner/steps.ts'

/** What of Lighthouse's report is read here. */
interface LighthouseReport {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
}
interface LighthouseFlags {
  port: number
  output: 'json'
  logLevel: 'silent'
  onlyCategories: string[]
  disableStorageReset?: boolean
}
export interface LighthousePackages {
  lighthouse(url: string, flags: LighthouseFlags): Promise<{ lhr: LighthouseReport } | undefined>
  launch(options: { chromePath: string; chromeFlags: string[] }): Promise<{ port: number; kill(): void }>
}

const LOCK = 'package-lock.json'
const FILES = ['package.json', LOCK]
const folder = path.join(root, 'node_modules/.cache/lighthouse')

/**
 * Lighthouse and its launcher. A package of their own, installed by the first bench that asks: they are a seventh of the files that `npm ci` would
 * have to write each time, and nothing else needs them.
 */
export async function openLighthouse(): Promise<LighthousePackages> {
  const require = createRequire(path.join(folder, 'package.json'))
  if (!isInstalled()) install()
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
  const { default: lighthouse } = (await load('lighthouse')) as { default: LighthousePackages['lighthouse'] }
  const { launch } = (await load('chrome-launcher')) as Pick<LighthousePackages, 'launch'>
  return { lighthouse, launch }
}

/** Wholly, and in the versions of our lock file. */
function isInstalled(): boolean {
  // npm's note of what it has installed, written last.
  if (!existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return false
  return readFileSync(path.join(folder, LOCK)).equals(readFileSync(path.join(import.meta.dirname, LOCK)))
}

function install(): void {
  console.log('Installing Lighthouse …')
  for (const file of FILES) cpSync(path.join(import.meta.dirname, file), path.join(folder, file))
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`Lighthouse could not be installed in ${folder}.`)
}
