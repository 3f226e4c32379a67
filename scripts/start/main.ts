import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { closeOnSignal, serve } from '#server/main.ts'
import { createSite } from '#server/site/site.ts'
import { rebuildsOf } from '../build-site/background-build.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { demoAccounts } from './demo-accounts.ts'
import { makeDemoArchive, wantsDemo } from './demo-archive.ts'
import { tellOfFinishedRestore } from './finished-restore.ts'
import { needsBuild } from './needs-build.ts'
import { portProblem, tryPort } from './port.ts'

/** `npm start`: makes what is missing (the archive, the site), then serves both until it is stopped. */

/** Builds in a process of its own, whose memory is free again afterwards. Returns whether it went well. */
async function build(): Promise<boolean> {
  const script = fileURLToPath(new URL('../build-site.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', stop)
  return code === 0
}

async function start(config: Config): Promise<void> {
  await tryPort(config.port)
  tellOfFinishedRestore(config)
  if (wantsDemo(config, process.env)) {
    console.log(`First start: making the demo town in ${config.dataDir}`)
    await makeDemoArchive(config)
  }
  const reason = await needsBuild(config)
  if (reason !== undefined) {
    console.log(`${reason}: building the site`)
    const hasSite = existsSync(join(config.dataDir, 'site', 'current'))
    if (!(await build())) {
      if (!hasSite) throw new Error('Without a site there is nothing to open. See above why it was not built.')
      console.log('Going on with the pages of the last build.')
    }
  }
  const accounts = await demoAccounts(config.databaseFile, process.env)
  const site = createSite(join(config.dataDir, 'site'))
  const app = await serve(config, { site, rebuilds: rebuildsOf(config) })
  closeOnSignal(app, () =>
    console.log('\nStopping: what is being sent is taken in first, for a minute at most. Ctrl+C again stops at once.'),
  )
  console.log(
    `\nThe archive is open at ${siteAddress(config)}/\nIts data lies in ${config.dataDir}. Stop it with Ctrl+C.`,
  )
  if (accounts !== undefined) console.log(`\n${accounts}`)
}

const config = (() => {
  try {
    return readConfig(process.env)
  } catch (problem) {
    if (!(problem instanceof ConfigError)) throw problem
    console.error(problem.message)
    process.exit(1)
  }
})()
try {
  await start(config)
} catch (problem) {
  console.error(portProblem(problem, config.port) ?? (problem instanceof Error ? problem.message : problem))
  if (process.env.DEBUG) console.error(problem)
  process.exit(1)
}
