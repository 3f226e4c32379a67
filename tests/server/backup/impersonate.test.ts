import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account } from '#contract/account.ts'
import { PASSWORD, letters, logIn, post, tokensOf, withToken } from '../accounts/people.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'
import { backUp, placeIn, restoreTo } from './archives.ts'
import { runs } from '../../setup/length.ts'
import { seldom } from '../../setup/seldom.ts'

/** An account with a password, made as a society makes it: an invitation, and a link to choose a password. */
async function addAccount(town: TestArchive, email: string, role: Account['role']): Promise<number> {
  const body = { email, name: 'New', role }
  const { id } = (await town.send('/api/accounts/', { method: 'POST', as: 'administrator', body })).json as Account
  const link = async () => {
    const { uid, token } = (await letters(town)).at(-1)!
    return { uid, token, new_password: PASSWORD, re_new_password: PASSWORD }
  }
  expect((await post(town, '/auth/users/activation/', await link())).status).toBe(204)
  expect((await post(town, '/auth/users/reset_password/', { email })).status).toBe(204)
  expect((await post(town, '/auth/users/reset_password_confirm/', await link())).status).toBe(204)
  return id
}

/** Stops the server, restores a backup in its place, and starts it again with the same secret key. */
async function restored(town: TestArchive, file: string): Promise<TestArchive> {
  await town.close({ keepFolder: true })
  await restoreTo(placeIn(town.folder), file)
  return openTestArchive({}, { existing: town.folder })
}

test('after a restore old tokens can’t act for newer accounts with the same id', async () => {
  let town = await openTestArchive({})
  const { file } = await backUp(town)
  const volunteer = await addAccount(town, 'vera@example.org', 'volunteer')
  const pair = tokensOf(await logIn(town, 'vera@example.org'))
  expect((await town.get('/auth/users/me/', withToken(pair.access))).json).toMatchObject({ role: 'volunteer' })
  town = await restored(town, file)
  try {
    const administrator = await addAccount(town, 'adam@example.org', 'administrator')
    expect((await logIn(town, 'adam@example.org')).status).toBe(200)
    expect((await town.get('/auth/users/me/', withToken(pair.access))).status).toBe(401)
    expect((await post(town, '/auth/jwt/refresh/', { refresh: pair.refresh })).status).toBe(401)
    for (const token of Object.values(pair)) expect((await post(town, '/auth/jwt/verify/', { token })).status).toBe(401)
    expect(administrator).toBeGreaterThan(volunteer)
  } finally {
    await town.close()
  }
})

seldom(
  'no id is assigned twice, whatever is added, removed and restored',
  async () => {
    const add = fc.record({ step: fc.constant('add' as const) })
    const remove = fc.record({ step: fc.constant('remove' as const), which: fc.nat(20) })
    const backup = fc.record({ step: fc.constant('backup' as const) })
    const restore = fc.record({ step: fc.constant('restore' as const), which: fc.nat(3) })
    const steps = fc.array(
      fc.oneof({ arbitrary: add, weight: 5 }, { arbitrary: remove, weight: 4 }, backup, {
        arbitrary: restore,
        weight: 2,
      }),
      { minLength: 4, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        let town = await openTestArchive({})
        const given: number[] = []
        const files: string[] = []
        try {
          for (const each of taken) {
            const there = (await town.db.selectFrom('subject').select('id').orderBy('id').execute()).map(({ id }) => id)
            if (each.step === 'add') {
              const row = await town.db.insertInto('subject').values({ subject_name: 'x' }).returning('id').execute()
              given.push(row[0]!.id)
            } else if (each.step === 'remove') {
              const id = there.at(-1 - (each.which % Math.max(1, there.length)))
              await town.db
                .deleteFrom('subject')
                .where('id', '=', id ?? 0)
                .execute()
            } else if (each.step === 'backup') files.push((await backUp(town)).file)
            else if (files.length > 0) town = await restored(town, files[each.which % files.length]!)
          }
          expect(given).toEqual([...new Set(given)])
          expect(given).toEqual(given.toSorted((a, b) => a - b))
        } finally {
          await town.close()
        }
      }),
      { numRuns: runs(12) },
    )
  },
  120_000,
)
