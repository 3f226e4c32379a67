import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Caller } from '#rules/access/permissions.ts'
import { DomainError } from '#server/errors/domain-error.ts'
import { NO_CONTENT } from '#server/http/mount.ts'
import { withIdempotencyKey } from '#server/http/idempotency.ts'
import { JsonText } from '#server/json/json.ts'
import { openTestArchive } from '../fixtures.ts'
import { runs } from '../../setup/length.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(() => openTestArchive({}))

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

/** A write that adds a record, like a route. */
const make = (name: string, request: FastifyRequest, caller = ann) =>
  withIdempotencyKey(parts(request, caller), async (trx) => {
    const { id } = await trx
      .insertInto('subject')
      .values({ subject_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, subject_name: name }
  })
const made = () => town.db.selectFrom('subject').select(['id', 'subject_name']).orderBy('id').execute()
const kept = () => town.db.selectFrom('idempotency').selectAll().execute()

test('a repeated request gets the first response; other keys, accounts and calls are separate', async () => {
  const first = await make('Mills', asked('k', { name: 'Mills', description: '' }))
  // Fields in another order are the same request.
  expect(await make('Mills', asked('k', { description: '', name: 'Mills' }))).toEqual(first)
  expect(await made()).toHaveLength(1)
  await make('Mills', asked('K', { name: 'Mills' }))
  await make('Mills', asked('k', { name: 'Mills' }), bea)
  expect(await made()).toHaveLength(3)
})

test.each(['', ' ', 'a b', 'ü', 'a\u0000', 'x'.repeat(201), ['a', 'b']])('%j is not a valid key', async (key) => {
  await expect(make('Mills', asked(key as string))).rejects.toMatchObject({ kind: 'invalid' })
  expect(await made()).toEqual([])
})

test('a refused write stores nothing and can be retried', async () => {
  const refuse = () =>
    withIdempotencyKey(parts(asked('k')), async (trx) => {
      await trx.insertInto('subject').values({ subject_name: 'Half' }).execute()
      throw new DomainError('invalid', { name: ['Taken.'] })
    })
  await expect(refuse()).rejects.toMatchObject({ kind: 'invalid' })
  expect([await made(), await kept()]).toEqual([[], []])
  await make('Mills', asked('k'))
  expect(await made()).toHaveLength(1)
})

test('any kind of response is replayed as it was', async () => {
  for (const [key, answer] of Object.entries({
    json: new JsonText('{"a" : 1}'),
    done: NO_CONTENT,
    list: [1, 'ü'],
    missing: undefined,
  })) {
    for (let time = 0; time < 2; time++) {
      expect(await withIdempotencyKey<unknown>(parts(asked(key)), async () => answer)).toEqual(answer)
    }
  }
})

test('responses are stored for 30 days and deleted in batches', async () => {
  const day = 24 * 60 * 60_000
  const row = { account_id: 1, call: 'createSubject', request_hash: 'x', answer: '{}' }
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
  const old = Array.from({ length: 60 }, (_, at) => ({ ...row, key: `old${at}`, created_at: ago(31) }))
  await town.db
    .insertInto('idempotency')
    .values([...old, { ...row, key: 'young', created_at: ago(29) }])
    .execute()
  // A key with an expired response can be reused.
  await make('Mills', asked('old59'))
  expect(await made()).toHaveLength(1)
  await make('Inns', asked('k'))
  expect((await kept()).map(({ key }) => key).sort()).toEqual(['k', 'old59', 'young'])
})

test('any mix of concurrent and sequential retries makes one record per key', async () => {
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
            const { id } = await withIdempotencyKey(parts(asked(key, { key }), caller), async (trx) => {
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
    { numRuns: runs(40) },
  )
})
