import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LINK_LIFETIME, RESET_REQUESTS } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { idOf, uidOf } from '#server/accounts/links.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { OTHER_PASSWORD, PASSWORD, emailOf, givePassword, letters, logIn, post, tokensOf, withToken } from './people.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
beforeAll(async () => {
  for (const account of ['volunteer', 'society', 'staff'] as const) await givePassword(town, account)
})
afterEach(() => vi.useRealTimers())

let counter = 0
const somewhere = () => ({ 'x-forwarded-for': `192.0.2.${++counter}` })
const askReset = (email: string, headers = somewhere()) => post(town, '/auth/users/reset_password/', { email }, headers)
const confirm = (link: { uid: string; token: string }, new_password = OTHER_PASSWORD) =>
  post(town, '/auth/users/reset_password_confirm/', { ...link, new_password, re_new_password: new_password })
const activate = (link: { uid: string; token: string }) => post(town, '/auth/users/activation/', link)
const lastLink = async () => {
  const { uid, token } = (await letters(town)).at(-1)!
  return { uid, token }
}
const invite = async (email: string) => {
  const body = { email, name: 'Ann' }
  expect((await town.send('/api/accounts/', { method: 'POST', body, as: 'administrator' })).status).toBe(201)
  return lastLink()
}
const BAD_LINK = { status: 400, json: { token: [API.badLink] } }
/** All account data, to check that nothing has changed. */
const everything = async () =>
  JSON.stringify([
    await town.db.selectFrom('account').selectAll().execute(),
    await town.db.selectFrom('account_token').selectAll().execute(),
    await town.db.selectFrom('mail').selectAll().execute(),
  ])

describe('a reset is asked for', () => {
  test('same answer with and without an account; mail only with one', async () => {
    const answers = []
    for (const email of [emailOf('staff').toUpperCase(), 'nobody@example.org']) answers.push(await askReset(email))
    const [known, unknown] = answers.map(({ status, headers, body }) => ({
      status,
      headers: { ...headers, date: '', 'x-request-id': '' },
      body: body.toString(),
    }))
    expect(known).toMatchObject({ status: 204, body: '' })
    expect(unknown).toEqual(known)
    expect((await letters(town)).map(({ recipient, kind }) => [recipient, kind])).toEqual([[emailOf('staff'), 'reset']])
    expect(await town.db.selectFrom('account_token').select('account_id').execute()).toEqual([
      { account_id: TEST_ACCOUNTS.staff.id },
    ])
  })

  // Only SQLite counts the rows that a connection writes.
  testOnSqlite('does the same work without an account, and undoes it', async () => {
    const rowsWritten = async (email: string) => {
      const count = () => (town.db.sqlite.prepare('select total_changes() as n').get() as { n: number }).n
      const before = count()
      await askReset(email)
      return count() - before
    }
    expect(await rowsWritten(emailOf('volunteer'))).toBe(2)
    // Two rows written and removed again.
    expect(await rowsWritten('nobody-else@example.org')).toBe(4)
  })

  test('sends nothing to a disabled account', async () => {
    await town.db.updateTable('account').set({ disabled_at: 'x' }).where('id', '=', 2).execute()
    const before = (await letters(town)).length
    expect((await askReset(emailOf('otherVolunteer'))).status).toBe(204)
    expect(await letters(town)).toHaveLength(before)
  })

  test('silently limits mails per account and hour', async () => {
    const before = (await letters(town)).length
    for (let at = 0; at < RESET_REQUESTS.email + 3; at++) expect((await askReset(emailOf('society'))).status).toBe(204)
    expect(await letters(town)).toHaveLength(before + RESET_REQUESTS.email)
  })

  test('429 per network address, for any account', async () => {
    const from = { 'x-forwarded-for': '192.0.2.200' }
    for (let at = 0; at < RESET_REQUESTS.address; at++) await askReset(`nobody${at}@example.org`, from)
    for (const email of [emailOf('administrator'), 'nobody@example.org']) {
      const answer = await askReset(email, from)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

describe('a password is chosen', () => {
  test('once: ends all sessions and other links', async () => {
    const { access, refresh } = tokensOf(await logIn(town, emailOf('staff')))
    await askReset(emailOf('staff'))
    const other = await lastLink()
    await askReset(emailOf('staff'))
    const link = await lastLink()
    expect(await confirm(link)).toMatchObject({ status: 204 })
    for (const token of [access, refresh]) {
      expect((await post(town, '/auth/jwt/verify/', { token })).status).toBe(401)
    }
    expect((await town.get('/api/items/', withToken(access))).status).toBe(401)
    expect((await logIn(town, emailOf('staff'))).status).toBe(401)
    expect((await logIn(town, emailOf('staff'), OTHER_PASSWORD)).status).toBe(200)
    const before = await everything()
    for (const used of [link, other]) expect(await confirm(used, PASSWORD)).toMatchObject(BAD_LINK)
    expect(await everything()).toBe(before)
  })

  test('once, also with concurrent requests', async () => {
    await town.db.deleteFrom('account_token').execute()
    await town.send(`/api/accounts/${TEST_ACCOUNTS.staff.id}/invite/`, { method: 'POST', as: 'administrator' })
    const link = await lastLink()
    const answers = await Promise.all([confirm(link), confirm(link), confirm(link)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400])
  })

  test('not with an invalid link: same answer for every reason', async () => {
    await town.send(`/api/accounts/${TEST_ACCOUNTS.staff.id}/invite/`, { method: 'POST', as: 'administrator' })
    const link = await lastLink()
    const invitation = await invite('links@example.org')
    const before = await everything()
    const wrong = [
      { ...link, uid: uidOf(TEST_ACCOUNTS.volunteer.id) },
      { ...link, uid: uidOf(999) },
      { ...link, uid: '' },
      { ...link, uid: '%00' },
      { ...link, token: '' },
      { ...link, token: `${link.token} ` },
      { ...link, token: link.token.toLowerCase() },
      { ...link, token: link.token.slice(0, -1) },
      { ...link, token: 'x'.repeat(2000) },
      invitation,
    ]
    for (const each of wrong) expect(await confirm(each)).toMatchObject(BAD_LINK)
    expect(await everything()).toBe(before)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + LINK_LIFETIME.reset + 1000)
    expect(await confirm(link)).toMatchObject(BAD_LINK)
  })
})

describe('an account is activated', () => {
  test('again and again until a password is chosen, to which it leads', async () => {
    const link = await invite('new@example.org')
    await askReset('new@example.org')
    const second = await lastLink()
    expect((await logIn(town, 'new@example.org')).status).toBe(401)
    expect(await confirm(link)).toMatchObject(BAD_LINK)
    const nextOf = async (invitation: typeof link) => {
      const answer = await activate(invitation)
      expect(answer.status).toBe(204)
      const [, uid = '', token = ''] =
        /^<\/password\/reset\/confirm\/([\w-]+)\/([\w-]+)>; rel="next"$/.exec(String(answer.headers['link'])) ?? []
      return { uid, token }
    }
    const row = () => town.db.selectFrom('account').selectAll().where('id', '=', idOf(link.uid)!).executeTakeFirst()
    // The second letter has taken the place of the first.
    expect(await activate(link)).toMatchObject(BAD_LINK)
    const first = await nextOf(second)
    const activated = (await row())!.activated_at
    const { uid, token } = await nextOf(second)
    expect((await row())!.activated_at).toBe(activated)
    expect(await confirm(first)).toMatchObject(BAD_LINK)
    const left = town.db.selectFrom('account_token').select('purpose').where('account_id', '=', idOf(link.uid)!)
    expect(await left.execute()).toHaveLength(2)
    expect((await logIn(town, 'new@example.org')).status).toBe(401)
    expect((await confirm({ uid, token })).status).toBe(204)
    expect(await confirm({ uid, token })).toMatchObject(BAD_LINK)
    expect((await logIn(town, 'new@example.org', OTHER_PASSWORD)).status).toBe(200)
    for (const used of [link, second]) expect(await activate(used)).toMatchObject(BAD_LINK)
  })

  test('not if it is disabled or the link has expired; a password reset helps then', async () => {
    const link = await invite('late@example.org')
    const { id } = (await town.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'late@example.org')
      .executeTakeFirst())!
    const set = (disabled: boolean) =>
      town.send(`/api/accounts/${id}/`, { method: 'PATCH', body: { disabled }, as: 'administrator' })
    await set(true)
    expect(await activate(link)).toMatchObject(BAD_LINK)
    await set(false)
    expect(await activate(link)).toMatchObject(BAD_LINK)
    await askReset('late@example.org')
    expect((await letters(town)).at(-1)).toMatchObject({ recipient: 'late@example.org', kind: 'invitation' })
    const again = await lastLink()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + LINK_LIFETIME.activation + 1000)
    expect(await activate(again)).toMatchObject(BAD_LINK)
    await askReset('late@example.org')
    expect((await activate(await lastLink())).status).toBe(204)
    // Expired links are deleted when a new one is made.
    const now = new Date().toISOString()
    const old = await town.db.selectFrom('account_token').select('hash').where('expires_at', '<', now).execute()
    expect(old).toEqual([])
  })

  test('the database contains only hashes of tokens', async () => {
    const { token } = await invite('hashed@example.org')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await town.db.selectFrom('account_token').selectAll().execute())).not.toContain(token)
  })
})
