import { expect, test } from 'vitest'
import type { Build } from '#contract/archive-state.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()

test('staff request a rebuild; a second request joins it', async () => {
  expect((await town.send('/api/builds/', { as: 'society' })).status).toBe(403)
  expect((await town.send('/api/builds/', { method: 'POST', as: 'volunteer' })).status).toBe(403)
  const first = await town.send('/api/builds/', { method: 'POST', as: 'staff', body: { reason: 'New colours' } })
  expect(first.status).toBe(201)
  expect(first.json).toMatchObject({ state: 'waiting', reason: 'New colours', message: '', started_at: null })
  const second = (await town.send('/api/builds/', { method: 'POST', as: 'administrator' })).json as Build
  expect(second).toMatchObject({ id: (first.json as Build).id, reason: 'New colours; Requested by staff' })
  expect((await town.send('/api/builds/', { as: 'staff' })).json).toEqual([second])
})

test('lists the latest twenty, newest first, with errors', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  for (let id = 101; id <= 125; id++) {
    await town.db
      .insertInto('build')
      .values({ id, state: 'failed', reason: 'r', requested_at: at, asked_again_at: at, message: `Disk ${id}` })
      .execute()
  }
  const told = (await town.send('/api/builds/', { as: 'staff' })).json as Build[]
  expect(told).toHaveLength(20)
  expect(told[0]).toMatchObject({ id: 125, state: 'failed', message: 'Disk 125' })
})
