import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { closeOnSignal, serve } from '#server/main.ts'
import { openReleases } from '#release/releases.ts'
import { createSite } from '#server/site/site.ts'
import { errorMessage } from './archive/error-message.ts'
import { tellOfFinishedRestore } from './start/finished-restore.ts'
import { rebuildsOf } from './build-site/background-build.ts'
import { demoAccounts } from './start/demo-accounts.ts'
import { portProblem } from './start/port.ts'

/** `npm run serve`: the API and the site on one port. */

try {
  const config = readConfig(process.env)
  tellOfFinishedRestore(config)
  if (process.env.NODE_ENV === 'production') {
    const disabled = await demoAccounts(config, process.env)
    if (disabled !== undefined) console.error(disabled)
  }
  try {
    const siteFolder = join(config.dataDir, 'site')
    openReleases(siteFolder).recover()
    const site = createSite(siteFolder)
    const app = await serve(config, { site, rebuilds: rebuildsOf(config), log: process.env.LOG !== '0' })
    closeOnSignal(app)
  } catch (problem) {
    const sentence = portProblem(problem, config.port)
    if (!sentence) throw problem
    console.error(sentence)
    process.exitCode = 1
  }
} catch (problem) {
  console.error(problem instanceof ConfigError ? problem.message : (errorMessage(problem) ?? problem))
  process.exitCode = 1
}
