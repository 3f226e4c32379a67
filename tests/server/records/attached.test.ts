import { expect, test } from 'vitest'
import type { RecordKind } from '#contract/record.ts'
import type { Attached } from '#contract/review.ts'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)

const attached = async (kind: RecordKind, key: number): Promise<Attached> =>
  (await town.send(`/api/records/${kind}/${key}/attached/`, { as: 'staff' })).json
const summary = ({ groups }: Attached) =>
  groups.flatMap(({ kind, field, records }) => records.map(({ label }) => `${kind} ${field}: ${label}`))

test('what belongs to a person, a place and an organization is listed with names', async () => {
  const agnes = await attached('people', 1)
  expect(summary(agnes)).toEqual([
    'person_images person: Picture of Agnes Łukasiewicz',
    'relationships person1: Agnes Łukasiewicz, parent of Ruth Peña',
    'ownership person: Lot 12-A: Agnes Łukasiewicz, 1870',
    'residents person: Agnes Łukasiewicz at 12 Mill Street',
    'graves person: Gravestone of Agnes Łukasiewicz',
  ])
  expect(agnes.names['people']).toMatchObject({ 3: 'Ruth Peña (born 1880)' })
  expect(agnes.groups.at(-1)).toMatchObject({ count: 1, records: [{ fields: { entry: 'Row 3, stone 4', person: 1 } }] })
  expect(summary(await attached('locations', 1))).toEqual([
    'lots location: Lot 12-A',
    'ownership lot: Lot 12-A: Agnes Łukasiewicz, 1870',
    'residents location: Agnes Łukasiewicz at 12 Mill Street',
    'place_names location: 31 Water Lane',
    'location_descriptions location: Description of 12 Mill Street',
    'heritage location: Heritage of 12 Mill Street',
    'plaques location: The mill',
    'organization_locations location: Mill Company at 12 Mill Street',
  ])
  expect(summary(await attached('organizations', 2))).toEqual([
    'organization_locations organization: Mill Company at 12 Mill Street',
    'employment organization: José María Peña at Mill Company',
  ])
})

test('drafts of volunteers are among them with their state and author, discarded ones are not', async () => {
  const drafts = async () => (await attached('people', 51)).groups.flatMap(({ records }) => records)
  expect(await drafts()).toMatchObject([
    { kind: 'relationships', key: 51, state: 'waiting', author: { id: 1 } },
    { kind: 'graves', key: 51, state: 'waiting', author: { id: 1 } },
  ])
  const { version } = (await town.send('/api/records/graves/51/', { as: 'staff' })).json as { version: string }
  const headers = { 'if-match': `"${version}"` }
  await town.send('/api/records/graves/51/discard/', { method: 'POST', as: 'staff', headers, body: { note: '' } })
  expect((await drafts()).map(({ kind }) => kind)).toEqual(['relationships'])
})
