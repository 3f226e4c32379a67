import { realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkInThreads } from '#release/files/file-thread.ts'
import { listFiles } from '#release/files/link-unchanged.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { readSecrets } from '#server/publishing/secrets.ts'
import { build } from '../build/build-bench.ts'
import { median, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

const SIZE = { items: 10_000, people: 3000, organizations: 600, zones: 1500 }
/** Nobody who was born then has died. */
const SINCE = 19_400_000
const TIMES = 5

/** What the search of a release for what is private takes of a whole build, of an archive with many who live. */
export async function benchFirewall(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  try {
    await using db = await openDatabase(path.join(data, 'archive.db'))
    await inTransaction(db, (trx) =>
      trx.updateTable('person').set({ date_of_death: null }).where('date_of_birth', '>', SINCE).execute(),
    )
    const secrets = await readSecrets(db)
    say('Building the whole site …')
    const { seconds } = await build(data)
    const site = realpathSync(path.join(data, 'site/current'))
    const files = listFiles(site).filter((file) => !/\.(?:gz|br)$/.test(file))
    const times: number[] = []
    for (let at = 0; at < TIMES; at += 1) {
      const began = performance.now()
      await checkInThreads(site, files, secrets)
      times.push((performance.now() - began) / 1000)
    }
    const took = median(times)
    const figure: Figure = {
      name: 'Search of a release for what is private, of the whole build',
      ...{ value: (took / seconds) * 100, unit: '%', bound: { most: 5 } },
      from: `${took.toFixed(1)} of ${seconds.toFixed(1)} s; ${secrets.secrets.length} people, ${files.length.toLocaleString('en')} files, ${SIZE.items.toLocaleString('en')} items`,
    }
    return [figure]
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}
