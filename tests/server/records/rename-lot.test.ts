import { expect, test } from 'vitest'
import type { DeskRecord } from '#contract/record.ts'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)

async function rename(key: string, lotNum: string, version?: string) {
  const headers = version ? { 'if-match': version } : await withVersion(town, `/api/records/lots/${key}/`, { 'if-match': VERSION }) // prettier-ignore
  return town.send(`/api/records/lots/${key}/rename/`, { method: 'POST', as: 'staff', headers, body: { lotNum } })
}

test('a lot keeps its place and its owners under its new number', async () => {
  const owners = (await town.get('/api/lots/ownership/?lot=7')).json as { id: number }[]
  expect(owners.length).toBeGreaterThan(0)
  expect(await rename('7', '7½')).toMatchObject({ status: 200, json: { key: '7½', fields: { location: 2 } } })
  expect((await town.get('/api/lots/?search=2')).json).toMatchObject([{ lotNum: '7½' }])
  const moved = (await town.get('/api/lots/ownership/?person=2')).json as { id: number; lot: string }[]
  expect(moved.filter(({ lot }) => lot === '7½').map(({ id }) => id)).toEqual(owners.map(({ id }) => id))
  const lot = (await town.send(`/api/records/lots/${encodeURIComponent('7½')}/`, { as: 'staff' })).json as DeskRecord
  expect(lot.history[0]).toMatchObject({ action: 'added', note: 'Lot 7 is lot 7½ now.' })
})

test('a number that is taken, no number and an old version are refused', async () => {
  expect(await rename('7', '8')).toMatchObject({ status: 400, json: { lotNum: [expect.any(String)] } })
  expect(await rename('7', ' ')).toMatchObject({ status: 400, json: { lotNum: ['Enter a lot number.'] } })
  expect(await rename('7', '9', '"old"')).toMatchObject({ status: 412 })
})
