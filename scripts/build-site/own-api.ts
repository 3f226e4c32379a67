import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { readSecrets } from '#server/publishing/secrets.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import type { FetchedPictures } from './fetch-pictures.ts'

export interface Api {
  address: string
  /** What must not be in the site; only of this archive. */
  secrets?: () => ReturnType<typeof readSecrets>
  /** Where pictures of another kind of server become files of the site. */
  fetched?: FetchedPictures | undefined
  close(): Promise<void>
}

/** The API that a build reads: that of API_URL, or this archive's own, over HTTP as well. */
export const openApi = async (config: Config): Promise<Api> =>
  config.apiUrl === undefined ? await startOwnApi(config) : { address: config.apiUrl, close: () => Promise.resolve() }

/** Starts this archive's own API for a build, on a free local port. */
export async function startOwnApi(config: Config): Promise<Api> {
  const db = await openArchive(config, { say: console.error })
  try {
    const media = openMediaStore(config)
    const app = await createApp(config, { db, media, readLimits: 'none' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const close = async () => {
      await app.close()
      await db.destroy()
    }
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    return { address, secrets: () => readSecrets(db), close }
  } catch (problem) {
    await db.destroy()
    throw problem
  }
}
