import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { closeOnSignal, serve } from '#server/main.ts'
import { openArchive, requireDatabase } from '#server/identity/open-archive.ts'
import { errorMessage } from '../archive/error-message.ts'
import { rebuildsOf } from '../build-site/background-build.ts'
import { backUp } from './back-up.ts'
import { openSite } from '../build-site/open-site.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { demoAccounts } from './demo-accounts.ts'
import { lacksDemoMaps, wantsDemo } from './demo-folders.ts'
import { tellOfFinishedRestore } from './finished-restore.ts'
import { heapLimit } from '#release/memory.ts'
import { firstAccountText } from './first-account.ts'
import { CODE_CHANGED, needsBuild } from './needs-build.ts'
import { listeningText, portProblem, tryPort } from './port.ts'
import { isAfterUpgrade, requestBuild } from './request-build.ts'
import { upgradeFirst } from './while-upgrading.ts'
import { runDemo } from './run-demo.ts'

/** `npm start`: creates the demo archive and the site if they are missing, then serves both. */

/** Builds in a child process, so that its memory is freed. Returns whether it succeeded. */
async function build(): Promise<boolean> {
  const script = fileURLToPath(new URL('../build-site.ts', import.meta.url))
  const child = spawn(process.execPath, [...heapLimit(), script], { stdio: 'inherit' })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', stop)
  return code === 0
}

async function start(config: Config): Promise<void> {
  await tryPort(config)
  tellOfFinishedRestore(config)
  requireDatabase(config)
  if (await wantsDemo(config, process.env)) {
    console.log(`First start: creating the demo town in ${config.dataDir}`)
    await runDemo('town')
  }
  const beforeListening = await upgradeFirst(config)
  // Before the site, which must not exist without a database.
  await (await openArchive(config)).destroy()
  // The maps that are still to be added end with a build in the background.
  const reason = await needsBuild(config, { changesLater: lacksDemoMaps(config, process.env) })
  const buildsLater = await isAfterUpgrade(config)
  if (reason !== undefined && !buildsLater) {
    console.log(`${reason}: building the site`)
    const hasSite = existsSync(join(config.dataDir, 'site', 'current'))
    if (!(await build())) {
      if (!hasSite) throw new Error('There is no site to open. See above why the build failed.')
      console.log('Continuing with the last build.')
    }
  }
  const accounts = await demoAccounts(config, process.env)
  const app = await serve(config, { site: openSite(config), rebuilds: rebuildsOf(config), backUp, beforeListening })
  closeOnSignal(app, () =>
    console.log('\nStopping: waiting up to a minute for uploads to finish. Press Ctrl+C again to stop at once.'),
  )
  console.log(
    `\nThe archive is open at ${siteAddress(config)}/\nIts data lies in ${config.dataDir}. Stop it with Ctrl+C.`,
  )
  console.log(listeningText(config))
  if (buildsLater) {
    await requestBuild(config)
    console.log(`${CODE_CHANGED}: the site is built anew. Until that is done, the pages of before are served.`)
  }
  const first = await firstAccountText(config, process.env)
  if (first !== undefined) console.log(`\n${first}`)
  if (accounts !== undefined) console.log(`\n${accounts}`)
  if (lacksDemoMaps(config, process.env)) {
    console.log(
      '\nStill being made: the old maps, the earlier aerial photographs and the sizes of the pictures. That takes a few minutes.',
    )
    runDemo('rest').then(
      () => console.log('The old maps and aerial photographs are ready.'),
      () => {},
    )
  }
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
  const known = portProblem(problem, config.port) ?? errorMessage(problem)
  console.error(known ?? (problem instanceof Error ? problem.message : problem))
  if (process.env.DEBUG) console.error(problem)
  process.exit(1)
}
