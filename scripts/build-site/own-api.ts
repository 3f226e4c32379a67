import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/media/folder-store.ts'

/** Starts this archive's own API for as long as a build reads it, on a free port that only this machine reaches. */
export async function startOwnApi(config: Config): Promise<{ address: string; close(): Promise<void> }> {
  const db = await openDatabase(config.databaseFile)
  try {
    const app = await createApp(config, { db, media: createFolderStore(config.mediaDir) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const close = async () => {
      await app.close()
      await db.destroy()
    }
    return { address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close }
  } catch (problem) {
    await db.destroy()
    throw problem
  }
}
