import { join } from 'node:path'
import { makeRelease, type ReleaseOptions } from '#release/make-release.ts'
import { withdrawnPictures } from '#release/media/site-media-files.ts'
import { reportText } from '#release/report.ts'
import type { PicturesFrom } from '#snapshot/plans.ts'
import { rollBack } from '#release/rollback/roll-back.ts'
import type { Config } from '#server/config.ts'
import type { BuildArguments } from './arguments.ts'
import { tell } from './build-messages.ts'
import { addressesToTell, changedAddresses, changesOf } from './changes.ts'
import type { Api } from './own-api.ts'
import { deployNow } from './deploy-now.ts'
import { currentPictures } from './made-from.ts'
import { showProgress, STEP_NAMES } from './progress.ts'
import { purgeNow } from './purge-now.ts'
import { apiBase, siteAddress } from './site-address.ts'

/** Milliseconds that a build waits for another one, such as that of a timer: less than a server waits for progress (builder-process.ts). */
export const PATIENCE = 20 * 60_000

type Order = Pick<BuildArguments, 'full' | 'nightly' | 'rollback' | 'standby'> &
  Partial<Pick<BuildArguments, 'deploy' | 'pictures'>> & {
    preempt?: AbortSignal | undefined
  }

/** Builds this archive's site, and tells the terminal, or the server that started it, how far it is and what has changed. */
export async function buildWith(
  config: Config,
  api: Api,
  { full, nightly, rollback, standby, deploy, pictures, preempt }: Order,
): Promise<void> {
  const progress = showProgress()
  const options: ReleaseOptions = {
    ...optionsOf(config, api, pictures ?? (deploy === undefined ? undefined : 'site')),
    incremental: !full && !nightly,
    onlyUpdate: standby,
    preempt,
  }
  options.patience = { wait: PATIENCE, onWait: (sentence) => console.log(sentence) }
  options.onProgress = (step, done, of) => {
    progress.step(step, done, of)
    tell({ step: STEP_NAMES[step], done, of })
  }
  const before = config.purge ? currentPictures(config) : []
  try {
    const report = rollback ? await rollBack(options, rollback.state) : await makeRelease(options)
    await api.fetched?.forgetOthers()
    progress.end()
    const withdrawn = config.purge ? withdrawnPictures(before, currentPictures(config)) : []
    const [message, addresses] = [reportText(report), [...changedAddresses(report), ...withdrawn]]
    console.log(message)
    // A server does it itself, and repeats it.
    if (process.send) tell({ changes: changesOf(report), addresses: addressesToTell(addresses), message })
    else if (deploy !== undefined) await deployNow(config, api, { target: deploy, pictures, built: addresses })
    else if (!(await purgeNow(config, addresses))) process.exitCode = 1
  } finally {
    progress.end()
  }
}

/** Pages of a site apart from its API have the API's pictures, unless they are deployed with their own. */
export const optionsOf = (config: Config, api: Api, pictures: PicturesFrom = 'api'): ReleaseOptions => ({
  siteFolder: join(config.dataDir, 'site'),
  api: api.address,
  secrets: api.secrets,
  source: config.apiUrl ?? 'this archive',
  apiBase: apiBase(config),
  // On the same origin they are files of the site in any case.
  ...((apiBase(config) !== '' || pictures === 'fetch') && { pictures }),
  fetchPicture: api.fetched?.fetchPicture,
  site: siteAddress(config),
  mediaUrl: config.mediaPublicUrl,
})
