import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#rules/permissions.ts'
import { Refusal } from '#server/http/errors.ts'
import { DONE } from '#server/http/mount.ts'
import { once } from '#server/http/once.ts'
import { JsonText } from '#server/repositories/json-text.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

let town: TestArchive
beforeEach(async () => {
  town = await openTestArchive({})
})
afterEach(() => town.close())

const ann: Caller = { id: 1, role: 'volunteer', organization: null }
const bea: Caller = { id: 2, role: 'volunteer', organization: null }
const asked = (key: string | undefined, body: unknown = {}, url = '/api/subjects/add/') =>
  ({
    method: 'POST',
    raw: { url },
    body,
    headers: { ...(key !== undefined && { 'idempotency-key': key }) },
  }) as never as FastifyRequest
const parts = (request: FastifyRequest, caller = ann) => ({
  db: town.db,
  request,
  caller,
  call: 'createSubject' as const,
})

/** A write that makes a record, as a route does it. */
const make = (name: string, request: FastifyRequest, caller = ann) =>
  once(parts(request, caller), async (trx) => {
    const { id } = await trx
      .insertInto('subject')
      .values({ subject_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, subject_name: name }
  })
const made = () => town.db.selectFrom('subject').select(['id', 'subject_name']).orderBy('id').execute()
const kept = () => town.db.selectFrom('idempotency').selectAll().execute()

test('without a key each request is another one', async () => {
  await make('Mills', asked(undefined))
  await make('Mills', asked(undefined))
  expect(await made()).toHaveLength(2)
  expect(await kept()).toEqual([])
})

test('a repeated request gets the first answer and does nothing; other keys, accounts and requests do', async () => {
  const first = await make('Mills', asked('k', { name: 'Mills', description: '' }))
  // The same data with its fields in another order is the same request.
  expect(await make('Mills', asked('k', { description: '', name: 'Mills' }))).toEqual(first)
  expect(await made()).toHaveLength(1)
  await make('Mills', asked('K', { name: 'Mills' }))
  await make('Mills', asked('k', { name: 'Mills' }), bea)
  expect(await made()).toHaveLength(3)
})

test.each([
  ['another body', asked('k', { name: 'Inns' })],
  ['a body with one more field', asked('k', { name: 'Mills', x: null })],
  ['another address', asked('k', { name: 'Mills' }, '/api/subjects/add/?x')],
])('a key that comes back with %s is refused', async (_, request) => {
  await make('Mills', asked('k', { name: 'Mills' }))
  await expect(make('Mills', request)).rejects.toMatchObject({ status: 422 })
  expect(await made()).toHaveLength(1)
})

test('what the caller gives as the hash of an upload counts instead of the body', async () => {
  const upload = (hash: string) => once({ ...parts(asked('k', undefined)), hash }, async () => ({ hash }))
  expect(await upload('a')).toEqual({ hash: 'a' })
  expect(await upload('a')).toEqual({ hash: 'a' })
  await expect(upload('b')).rejects.toMatchObject({ status: 422 })
})

test.each(['', ' ', 'a b', 'ü', 'a\u0000', 'x'.repeat(201), ['a', 'b']])('%j is no key', async (key) => {
  await expect(make('Mills', asked(key as string))).rejects.toMatchObject({ status: 400 })
  expect(await made()).toEqual([])
})

test('a refused write keeps nothing, and can be tried again', async () => {
  const refuse = () =>
    once(parts(asked('k')), async (trx) => {
      await trx.insertInto('subject').values({ subject_name: 'Half' }).execute()
      throw new Refusal(400, { name: ['Taken.'] })
    })
  await expect(refuse()).rejects.toMatchObject({ status: 400 })
  expect([await made(), await kept()]).toEqual([[], []])
  await make('Mills', asked('k'))
  expect(await made()).toHaveLength(1)
})

test('an answer of any kind comes back as it was', async () => {
  for (const [key, answer] of Object.entries({
    json: new JsonText('{"a" : 1}'),
    done: DONE,
    list: [1, 'ü'],
    missing: undefined,
  })) {
    for (let time = 0; time < 2; time++) {
      expect(await once<unknown>(parts(asked(key)), async () => answer)).toEqual(answer)
    }
  }
})

test('answers are kept for 30 days, and leave a few at a time', async () => {
  const day = 24 * 60 * 60_000
  const row = { account_id: 1, call: 'createSubject', request_hash: 'x', answer: '{}' }
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const old = Array.from({ length: 60 }, (_, at) => ({ ...row, key: `old${at}`, created_at: ago(31) }))
  await town.db
    .insertInto('idempotency')
    .values([...old, { ...row, key: 'young', created_at: ago(29) }])
    .execute()
  // A key whose answer is too old is as good as new, whatever request it was used for.
  await make('Mills', asked('old59'))
  expect(await made()).toHaveLength(1)
  await make('Inns', asked('k'))
  expect((await kept()).map(({ key }) => key).sort()).toEqual(['k', 'old59', 'young'])
})

test('any mixture of retries, at once and one after the other, makes one record a key', async () => {
  const retry = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    caller: fc.constantFrom(ann, bea),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(retry, { minLength: 1, maxLength: 6 }), { maxLength: 5 }),
      fc.scheduler(),
      async (rounds, scheduler) => {
        await town.db.deleteFrom('subject').execute()
        await town.db.deleteFrom('idempotency').execute()
        const answers = new Map<string, Set<number>>()
        const attempt = async ({ key, caller, fails }: { key: string; caller: Caller; fails: boolean }) => {
          const name = `${caller.id} ${key}`
          await scheduler.schedule(Promise.resolve(), name)
          try {
            const { id } = await once(parts(asked(key, { key }), caller), async (trx) => {
              const { id } = await trx
                .insertInto('subject')
                .values({ subject_name: name })
                .returning('id')
                .executeTakeFirstOrThrow()
              await scheduler.schedule(Promise.resolve(), 'in the transaction')
              if (fails) throw new Error('lost')
              return { id }
            })
            answers.set(name, (answers.get(name) ?? new Set()).add(id))
          } catch (error) {
            expect((error as Error).message).toBe('lost')
          }
        }
        for (const round of rounds) await scheduler.waitFor(Promise.all(round.map(attempt)))
        const names = (await made()).map(({ id, subject_name }) => [subject_name, id])
        expect(names.sort()).toEqual([...answers].map(([name, ids]) => [name, ...ids]).sort())
      },
    ),
    { numRuns: 40 },
  )
})
