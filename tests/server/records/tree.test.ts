import { expect, test } from 'vitest'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { API } from '#contract/messages.ts'
import { deskOf } from './desk.ts'
import { openTwinTown } from './twin-town.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(openTwinTown)
const { change } = deskOf(() => town)
const tree = async (kind: TreeKind) => (await town.send(`/api/trees/${kind}/`, { as: 'staff' })).json as TreeRow[]

test('subjects and collections come with parents, states and the number of their items', async () => {
  const subjects = await tree('subjects')
  expect(subjects.find(({ id }) => id === 52)).toEqual({ id: 52, name: 'Rowing', parent: 51, state: 'waiting', items: 1 }) // prettier-ignore
  expect(subjects.find(({ id }) => id === 5)).toMatchObject({ name: 'Railways', parent: 1, state: 'published', items: 2 }) // prettier-ignore
  const albums = (await tree('collections')).find(({ id }) => id === 5)
  expect(albums).toEqual({ id: 5, name: 'Albums', parent: 1, hierarchy: 'series', state: 'published', items: 1 })
  await town.db.updateTable('subject').set({ state: 'discarded' }).where('id', '=', 52).execute()
  await town.db.updateTable('item').set({ visibility: 'draft', state: 'discarded' }).where('id', '=', 5).execute()
  const now = await tree('subjects')
  expect(now.find(({ id }) => id === 52)).toBeUndefined()
  expect(now.find(({ id }) => id === 5)).toMatchObject({ items: 1 })
})

test('a branch is not moved below itself', async () => {
  expect(await change('subjects', 1, { subject_parent: 5 })).toMatchObject({ status: 400, json: { subject_parent: [API.circle] } }) // prettier-ignore
  expect(await change('collections', 1, { parent_collection: 5 })).toMatchObject({ status: 400, json: { parent_collection: [API.circle] } }) // prettier-ignore
  expect(await change('subjects', 5, { subject_parent: 5 })).toMatchObject({ status: 400, json: { subject_parent: [API.namesItself] } }) // prettier-ignore
  expect((await change('subjects', 5, { subject_parent: null })).status).toBe(200)
  expect((await tree('subjects')).find(({ id }) => id === 5)).toMatchObject({ parent: null })
})
