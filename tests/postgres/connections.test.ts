import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { DatabaseUnreachable, waitUntilReachable } from '#server/database/postgres/reachable.ts'
import { inTransaction } from '#server/database/write.ts'
import { storageFailure } from '#server/errors/storage-failure.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { claimsOf } from '../server/claims.ts'
import { TEST_ACCOUNTS, addAccounts } from '../server/fixtures.ts'
import { hasOwnPostgres, startOwnPostgres, type OwnPostgres } from './server.ts'

test('a database that does not answer is asked four times, then a sentence says what to look at', async () => {
  let asked = 0
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const waited = waitUntilReachable('postgres://db.example/archive', () => {
    asked += 1
    return Promise.reject(away)
  })
  await expect(waited).rejects.toThrow(
    'The database postgres://db.example/archive cannot be used. It does not answer: is it running, and are host and port right?',
  )
  await expect(waited).rejects.toBeInstanceOf(DatabaseUnreachable)
  expect(asked).toBe(4)
})

describe.skipIf(!hasOwnPostgres())('on a server of its own', () => {
  let server: OwnPostgres
  beforeAll(async () => {
    server = await startOwnPostgres()
  })
  afterAll(() => server?.stop())

  test('a wrong password is refused at once, with a sentence that does not show it', async () => {
    await using db = await openPostgres(server.url('postgres'))
    const folder = await sql<{ data_directory: string }>`show data_directory`.execute(db)
    await sql`create role keeper login superuser password 'the right one'`.execute(db)
    const rules = 'local all keeper scram-sha-256\nlocal all all trust\nlocal replication all trust\n'
    writeFileSync(join(folder.rows[0]!.data_directory, 'pg_hba.conf'), rules)
    await sql`select pg_reload_conf()`.execute(db)
    const open = (password: string) =>
      openPostgres(server.url('postgres').replace(/user=\w+/, `user=keeper&password=${encodeURIComponent(password)}`))
    const refused = expect.poll(() => open('s3cret').then(() => 'opened', String))
    await refused.toMatch(/The user name or the password is wrong\. .* Nothing was changed\.$/)
    expect(await open('s3cret').then(() => '', String)).not.toContain('s3cret')
    await (await open('the right one')).destroy()
  })

  test('a server that is away at the start is waited for', async () => {
    const restarted = server.restart(1500)
    const db = await openPostgres(server.url('postgres'))
    await restarted
    expect(await db.engine.hasTable('item')).toBe(true)
    await db.destroy()
  })

  test('a connection that breaks between two statements fails that call only', async () => {
    await using db = await openPostgres(server.url('postgres'), { server: true })
    await using other = await openPostgres(server.url('postgres'))
    const work = inTransaction(db, async (trx) => {
      await trx.insertInto('setting').values({ name: 'half', value: 'done' }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const { pid } = rows[0]!
      await sql`select pg_terminate_backend(${pid})`.execute(other)
      const gone = sql`select 1 from pg_stat_activity where pid = ${pid}`
      await expect.poll(async () => (await gone.execute(other)).rows).toEqual([])
      await trx.insertInto('setting').values({ name: 'other half', value: 'done' }).execute()
    })
    expect(
      storageFailure(
        await work.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    ).toBe('no-access')
    expect(await db.selectFrom('setting').select('name').where('name', 'like', '%half').execute()).toEqual([])
  })

  test('a server that restarts while others write loses nothing that was acknowledged', async () => {
    const config = readConfig({ DATA_DIR: await freshFolder(), DATABASE_URL: server.url('postgres') })
    await using db = await openPostgres(config.databaseUrl!, { server: true })
    await addAccounts(db)
    const app = await createApp(config, { db, media: openMediaStore(config) })
    const tokens = createTokens(readSecretKey(config))
    const authorization = `JWT ${await tokens.sign('access', await claimsOf(db, TEST_ACCOUNTS.staff.id))}`
    const acknowledged: number[] = []
    const refused: unknown[] = []
    const done = new AbortController()
    const write = async (writer: number) => {
      for (let at = 0; !done.signal.aborted; at += 1) {
        const payload = { subject_name: `Subject ${writer}-${at}`, subject_description: 'Written during a restart' }
        const answer = await app.inject({ method: 'POST', url: '/api/subjects/', headers: { authorization }, payload })
        if (answer.statusCode === 201) acknowledged.push(answer.json<{ id: number }>().id)
        else if (![429, 503].includes(answer.statusCode)) refused.push([answer.statusCode, answer.body])
      }
    }
    const writers = [1, 2, 3].map(write)
    const writesMore = async () => {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5)
    }
    try {
      for (let restarts = 0; restarts < 2; restarts += 1) {
        await writesMore()
        await server.restart()
      }
      await writesMore()
    } finally {
      done.abort()
      await Promise.all(writers)
      await app.close()
    }
    expect(refused).toEqual([])
    const kept = await db.selectFrom('subject').select('id').where('id', 'in', acknowledged).execute()
    expect(kept.map(({ id }) => id).sort((a, b) => a - b)).toEqual(acknowledged.toSorted((a, b) => a - b))
  })
})
