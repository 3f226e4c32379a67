import { expect, test } from 'vitest'
import { ApiError } from '#client/errors.ts'
import { createLastOperation } from '#stores/review/undo/last-operation.ts'
import { settle } from '../shared/fakes.ts'
import { heldClient } from '../shared/late-answers.ts'
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

/** Two operations are undone together: the first is, the second is refused. */
async function refusedList() {
  const { client, answers, asked } = heldClient()
  const last = createLastOperation({ client, withSession: (work) => work(), onUndone: () => Promise.resolve() })
  last.done('Joined.', [4, 3])
  const undoing = last.undo()
  await settle()
  answers[0]!.resolve({ record: null })
  await settle()
  const refuse = () => answers[1]!.reject(new ApiError(409, { changed: ['title'] }, '/undo/'))
  return { last, answers, asked, undoing, refuse }
}

test('“Undo the Rest” keeps changes only of the operation that was refused', async () => {
  const { last, answers, asked, undoing, refuse } = await refusedList()
  refuse()
  expect([await undoing, last.$last.get()]).toMatchObject([false, { refused: { canKeep: true } }])
  void last.undo(true)
  await settle()
  answers[2]!.resolve({ record: null })
  await settle()
  expect(asked.slice(2)).toMatchObject([
    { path: { id: 4 }, body: { keep_changed: false } },
    { path: { id: 3 }, body: { keep_changed: true } },
  ])
})

test('a late answer to an undo does not hide what was done after it', async () => {
  const { last, undoing, refuse } = await refusedList()
  last.done('Removed.', [5])
  refuse()
  await undoing
  expect(last.$last.get()).toMatchObject({ text: 'Removed.', state: 'done', refused: null })
})
