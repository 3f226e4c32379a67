import { expect, test } from 'vitest'
import { readArchiveFacts } from '#server/metrics/gauges.ts'
import { createHealthState } from '#server/health/health-state.ts'
import { INTERRUPTED, requestRebuild } from '#server/jobs/builds.ts'
import { openTestArchive } from '../fixtures.ts'
import { createRebuilds } from '#server/publishing/rebuilds.ts'
import { inTransaction } from '#server/database/write.ts'

test('two failed builds in a row are a problem in health, metrics and a letter to administrators, which name the page', async () => {
  const town = await openTestArchive()
  try {
    const ends: (string | undefined)[] = [
      undefined,
      'first',
      INTERRUPTED,
      "/itemview/7/ can't be made: no",
      'third',
      undefined,
    ]
    const build = async () => {
      const failure = ends.shift()
      if (failure !== undefined) throw new Error(failure)
      return { message: 'Built', changes: null, addresses: [] }
    }
    const rebuilds = createRebuilds({ db: town.db, build, delay: 0 })
    const next = async () => {
      await inTransaction(town.db, (trx) => requestRebuild(trx, 'Published', { atOnce: true }))
      await rebuilds.poll()
      await rebuilds.idle()
      const { status, problems } = (await town.get('/api/health/')).json as { status: string; problems: string[] }
      const letters = await town.db
        .selectFrom('mail')
        .select(['recipient', 'text'])
        .where('kind', '=', 'failing')
        .execute()
      const facts = await readArchiveFacts({
        db: town.db,
        folders: [town.folder],
        fullBelow: 1,
        healthState: createHealthState(),
      })
      return { status, problems, letters, failed: facts.builds.failed }
    }
    expect(await next()).toMatchObject({ status: 'ok', failed: 0 })
    expect(await next()).toMatchObject({ status: 'ok', failed: 1, letters: [] })
    // It is made again by itself.
    expect(await next()).toMatchObject({ status: 'ok', failed: 1, letters: [] })
    const sentence = expect.stringContaining('The last 2 builds of the site have failed because of /itemview/7/')
    const second = await next()
    expect(second).toMatchObject({ status: 'warning', problems: [sentence], failed: 2 })
    expect(second.letters.map(({ text }) => text)).toEqual([sentence])
    const third = await next()
    expect([third.failed, third.problems[0]]).toEqual([3, expect.stringContaining('The last 3 builds')])
    expect(third.letters).toEqual(second.letters)
    expect(await next()).toMatchObject({ status: 'ok', problems: [], failed: 0 })
  } finally {
    await town.close()
  }
})
