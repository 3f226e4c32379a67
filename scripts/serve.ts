import { ConfigError, readConfig } from '#server/config.ts'
import { requireDatabase } from '#server/identity/open-archive.ts'
import { closeOnSignal, serve } from '#server/main.ts'
import { errorMessage } from './archive/error-message.ts'
import { tellOfFinishedRestore } from './start/finished-restore.ts'
import { rebuildsOf } from './build-site/background-build.ts'
import { backUp } from './start/back-up.ts'
import { openSite } from './build-site/open-site.ts'
import { demoAccounts } from './start/demo-accounts.ts'
import { CODE_CHANGED } from './start/needs-build.ts'
import { listeningText, portProblem } from './start/port.ts'
import { isAfterUpgrade, requestBuild } from './start/request-build.ts'
import { upgradeFirst, UpgradeFailed } from './start/while-upgrading.ts'

/** `npm run serve`: the API and the site on one port. */

try {
  const config = readConfig(process.env)
  tellOfFinishedRestore(config)
  requireDatabase(config)
  const beforeListening = await upgradeFirst(config)
  if (process.env.NODE_ENV === 'production') {
    const disabled = await demoAccounts(config, process.env)
    if (disabled !== undefined) console.error(disabled)
  }
  try {
    const app = await serve(config, {
      site: openSite(config),
      rebuilds: rebuildsOf(config),
      backUp,
      beforeListening,
      log: process.env.LOG !== '0',
    })
    closeOnSignal(app)
    console.error(listeningText(config))
    if (await isAfterUpgrade(config)) {
      await requestBuild(config)
      console.error(`${CODE_CHANGED}: the site is built anew. Until that is done, the pages of before are served.`)
    }
  } catch (problem) {
    const sentence = portProblem(problem, config.port)
    if (!sentence) throw problem
    console.error(sentence)
    process.exitCode = 1
  }
} catch (problem) {
  console.error(
    problem instanceof ConfigError || problem instanceof UpgradeFailed
      ? problem.message
      : (errorMessage(problem) ?? problem),
  )
  process.exitCode = 1
}
