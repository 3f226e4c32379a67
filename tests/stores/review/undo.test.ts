import { expect, test } from 'vitest'
import { draft, world } from './world.ts'

test('a step can be undone for ten seconds after publishing, with what was published along', async () => {
  const part = { ...draft(3), fields: {}, author: null }
  const town = world({ records: [draft(1, { brings: [part] }), draft(2), draft(3, { state: 'published' })] })
  const { desk, openKey, stateOf } = town
  await desk.start()
  await desk.take('publish')
  expect(await desk.undo()).toBe(true)
  expect([stateOf(1), stateOf(3), openKey()]).toEqual(['waiting', 'waiting', 1])
  expect(desk.live.$live.get()).toBeNull()

  await desk.take('publish')
  await town.pass(9_000)
  expect(desk.$done.get()).toMatchObject({ step: 'publish', canUndo: true })
  await town.pass(1_000)
  expect(desk.$done.get()).toMatchObject({ step: 'publish', canUndo: false })
  expect(await desk.undo()).toBe(false)
  expect(stateOf(1)).toBe('published')
})
