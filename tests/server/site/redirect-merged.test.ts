import { beforeAll, expect, test } from 'vitest'
import { openTestArchive } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(() =>
  openTestArchive(undefined, {
    site: async (site) => void site.setNotFoundHandler(async (_, reply) => reply.send('the page')),
  }),
)
beforeAll(async () => {
  for (const from of [901, 2]) {
    await town.send(`/api/records/people/${from}/merge/`, { method: 'POST', as: 'staff', body: { into: 3 } })
  }
  await town.send('/api/records/subjects/1/merge/', { method: 'POST', as: 'staff', body: { into: 2 } })
})

test('pages of merged records lead to the one that stays', async () => {
  const at = async (url: string) => {
    const { status, headers } = await town.get(url)
    return [status, headers['location']]
  }
  expect(await at('/person-overview/901/')).toEqual([302, '/person-overview/3/'])
  expect(await at('/person-overview/901?x=1')).toEqual([302, '/person-overview/3/?x=1'])
  expect(await at('/subjects/1/')).toEqual([302, '/subjects/2/'])
  // Ruth is José's child: that was refused.
  expect(await at('/person-overview/2/')).toEqual([200, undefined])
  expect(await at('/person-overview/3/')).toEqual([200, undefined])
  expect(await at('/itemview/901/')).toEqual([200, undefined])
})
