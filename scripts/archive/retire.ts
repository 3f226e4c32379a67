import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { copyArchive } from './copy.ts'
import { archiveConfig, fromCaller, UserError } from './open-archive.ts'

const BUILD_SCRIPT = fileURLToPath(new URL('../build-site.ts', import.meta.url))

export function addRetireCommand(program: Command): void {
  program
    .command('retire')
    .description(
      'For the day when the server is closed: write the last copy, and a site for a static host that needs no server any more. Nothing in the archive is changed.',
    )
    .argument('<folder>', 'a folder for both: copy and site')
    .action(retire)
}

async function retire(name: string): Promise<void> {
  const { apiUrl, siteUrl } = archiveConfig()
  if (apiUrl !== undefined)
    throw new UserError(`The archive is at ${apiUrl} (API_URL). Retire it on the machine that has it, without API_URL.`)
  if (siteUrl === undefined)
    throw new UserError('Set SITE_URL to the address at which the site will stay: its pages name it.')
  const folder = fromCaller(name)
  console.log('1 of 3: building the whole site …')
  await build('--full')
  console.log('\n2 of 3: the last copy …')
  await copyArchive(join(folder, 'copy'), { bag: true })
  console.log('\n3 of 3: the site for a static host …')
  await build('--deploy', join(folder, 'site'))
  console.log(`
Done. Now:
- Open ${join(folder, 'copy', 'OPEN.html')} and look around. "npm run archive -- verify ${join(folder, 'copy')}" checks every file.
- Upload ${join(folder, 'site')} to a static host, and point ${siteUrl} to it.
- Make a last backup: only that has drafts, accounts and the history of changes.
- Then stop the server. docs/society/copies.md says more.`)
}

/** In a process of its own, as people run it. @throws {UserError} where it fails; it has said why. */
async function build(...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [BUILD_SCRIPT, ...options], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new UserError('The archive is not retired yet. Run the same command again to go on.')
}
