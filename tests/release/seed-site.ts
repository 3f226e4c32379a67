import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeVersion } from '#release/code-version.ts'
import { lockFile } from '#locks/lock-file.ts'
import { root, runToEnd } from '../e2e/setup/process.ts'
import { openTestArchive } from '../server/fixtures.ts'

/** A build that goes on from the seed has this SITE_URL and no API_URL. */
export const SITE_URL = 'https://town.example'

const CACHE = join(root, 'node_modules/.cache/built-sites')
/** Milliseconds that another worker may take to build it. */
const LONGEST = 300_000

/**
 * Gives a data folder the site of the small town, built by this version of the code: its next build updates that instead of building everything, and a build with
 * `--full` finds scripts and styles compressed. It is built once for all tests, by the first that asks.
 */
export async function seedSite(dataDir: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const lock = lockFile(join(CACHE, 'lock'), 'exclusive', LONGEST)
  if (!lock) throw new Error('Another process builds the site that tests begin with, and does not end.')
  try {
    const site = join(CACHE, codeVersion())
    if (!existsSync(site)) await buildSeed(site)
    cpSync(site, join(dataDir, 'site'), { recursive: true, verbatimSymlinks: true })
  } finally {
    lock.release()
  }
}

async function buildSeed(site: string): Promise<void> {
  for (const name of readdirSync(CACHE)) if (name !== 'lock') rmSync(join(CACHE, name), { recursive: true })
  const town = await openTestArchive()
  try {
    await runToEnd(['scripts/build-site.ts'], { ...process.env, DATA_DIR: town.folder, SITE_URL })
    cpSync(join(town.folder, 'site'), `${site}.half`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${site}.half`, site)
  } finally {
    await town.close()
  }
}
