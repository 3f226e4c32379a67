import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { deliver } from '#server/hooks/deliver.ts'
import { purgeBody } from '#server/hooks/queue-hook.ts'
import { siteAddress } from './site-address.ts'

const ATTEMPTS = 4
/** Milliseconds; doubled with each attempt. */
const FIRST_PAUSE = 1000

/** Tells caches what a build has changed, if they are configured. The site is built: a failure is only reported. False: they could not be told. */
export async function purgeNow(
  config: Config,
  addresses: readonly string[],
  firstPause = FIRST_PAUSE,
): Promise<boolean> {
  if (!config.purge || addresses.length === 0) return true
  const body = JSON.stringify(purgeBody(siteAddress(config), addresses))
  const id = randomUUID()
  for (let attempt = 1; ; attempt++) {
    try {
      await deliver({ settings: config, name: 'purge', id, body })
      return true
    } catch (problem) {
      if (attempt < ATTEMPTS) {
        await pause(firstPause * 2 ** (attempt - 1))
        continue
      }
      console.error(`The site is built, but caches could not be told what changed. ${(problem as Error).message}`)
      return false
    }
  }
}
