import { describe, expect, test } from 'vitest'
import { society } from '#society'
import { API, FIELD } from '#contract/messages.ts'
import type { Account } from '#contract/account.ts'
import { TEST_ACCOUNTS, openTestArchive } from '../fixtures.ts'
import type { TestAccount } from '../fixtures.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { ReviewPage } from '#contract/review.ts'
import { createManagement } from '#server/accounts/manage.ts'
import { NEVER } from '#server/mail/retry-delay.ts'
import { letters } from './people.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()

const as = 'administrator' as const
const create = (body: unknown) => town.send('/api/accounts/', { method: 'POST', body, as })
const edit = (account: TestAccount, body: unknown) =>
  town.send(`/api/accounts/${TEST_ACCOUNTS[account].id}/`, { method: 'PATCH', body, as })
const epochOf = async (id: number) =>
  (await town.db.selectFrom('account').select('epoch').where('id', '=', id).executeTakeFirstOrThrow()).epoch

test('the list has no secrets', async () => {
  const { status, json } = await town.send('/api/accounts/', { as })
  expect(status).toBe(200)
  expect(json as Account[]).toHaveLength(5)
  expect((json as Account[]).find(({ id }) => id === TEST_ACCOUNTS.staff.id)).toEqual({
    id: TEST_ACCOUNTS.staff.id,
    email: 'staff@example.org',
    name: 'staff',
    organization: society.organizationId,
    role: 'staff',
    state: 'active',
    created_at: expect.any(String),
    last_login_at: null,
  })
})

describe('an account is made', () => {
  test('and its invitation is sent', async () => {
    const answer = await create({
      email: ' Ann.New@Example.ORG ',
      name: ' Ann New ',
      organization: society.organizationId,
    })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      email: 'ann.new@example.org',
      name: 'Ann New',
      organization: society.organizationId,
      role: 'volunteer',
      state: 'invited',
      last_login_at: null,
    })
    expect(await letters(town)).toMatchObject([{ recipient: 'ann.new@example.org', kind: 'invitation' }])
  })

  test.each([
    ['in use, in capitals', { email: 'STAFF@example.org', name: 'X' }, { email: [FIELD.emailInUse] }],
    [
      'of no organization',
      { email: 'x@example.org', name: 'X', organization: 999 },
      { organization: [API.noSuchRecord(999)] },
    ],
    ['without a name', { email: 'x@example.org' }, { name: [FIELD.required] }],
    ['that is no address', { email: 'x', name: 'X' }, { email: [FIELD.email] }],
  ])('not with %s', async (_, body, json) => {
    const before = await letters(town)
    expect(await create(body)).toMatchObject({ status: 400, json })
    expect(await letters(town)).toEqual(before)
    expect(
      await town.db.selectFrom('account').select('id').where('email', 'in', ['x@example.org', 'x']).execute(),
    ).toEqual([])
  })

  test('once, with concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ email: 'twin@example.org', name: 'Twin' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })
})

describe('an account is changed', () => {
  test('changing role or organization ends its sessions, changing the name does not', async () => {
    const { id } = TEST_ACCOUNTS.volunteer
    const epoch = await epochOf(id)
    expect(await edit('volunteer', { name: 'Vera' })).toMatchObject({
      status: 200,
      json: { name: 'Vera', role: 'volunteer' },
    })
    expect(await epochOf(id)).toBe(epoch)
    await edit('volunteer', { role: 'staff' })
    expect(await epochOf(id)).toBe(epoch + 1)
    await edit('volunteer', { role: 'volunteer' })
    expect(await epochOf(id)).toBe(epoch + 2)
    expect(await edit('volunteer', { organization: society.organizationId })).toMatchObject({
      json: { organization: 1 },
    })
    expect(await epochOf(id)).toBe(epoch + 3)
    expect(await edit('volunteer', { organization: null })).toMatchObject({ json: { organization: null } })
  })

  test('disabled and enabled again', async () => {
    expect(await edit('society', { disabled: true })).toMatchObject({ status: 200, json: { state: 'disabled' } })
    expect((await town.send('/auth/users/me/', { as: 'society' })).status).toBe(401)
    expect(await town.send('/api/accounts/3/invite/', { method: 'POST', as })).toMatchObject({
      status: 400,
      json: { detail: API.accountDisabled },
    })
    expect(await edit('society', { disabled: false })).toMatchObject({ status: 200, json: { state: 'active' } })
    expect((await town.send('/auth/users/me/', { as: 'society' })).status).toBe(401)
  })

  test.each([{ role: 'owner' }, { organization: 999 }, { name: '' }, { name: 'Ada\r\nBcc: all' }, { disabled: 'yes' }])(
    'not to %j',
    async (body) => {
      const answer = await edit('staff', body)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.json)).toEqual(Object.keys(body))
    },
  )

  test('the last administrator cannot be removed', async () => {
    const invited = await create({ email: 'deputy@example.org', name: 'Deputy', role: 'administrator' })
    for (const [body, field] of [
      [{ role: 'staff' }, 'role'],
      [{ disabled: true }, 'disabled'],
    ] as const) {
      expect(await edit('administrator', body)).toMatchObject({
        status: 400,
        json: { [field]: [API.lastAdministrator] },
      })
    }
    expect((await town.send('/auth/users/me/', { as })).status).toBe(200)
    const deputy = (invited.json as Account).id
    await town.db.updateTable('account').set({ activated_at: 'x' }).where('id', '=', deputy).execute()
    expect(await createManagement(town.db).edit(5, { role: 'staff' })).toMatchObject({ role: 'staff' })
    await town.db.updateTable('account').set({ role: 'administrator', epoch: 1 }).where('id', '=', 5).execute()
  })
})

test('nobody disables or demotes themselves, even if there is another administrator', async () => {
  await town.db.updateTable('account').set({ activated_at: 'x' }).where('email', '=', 'deputy@example.org').execute()
  for (const [body, field] of [
    [{ role: 'staff' }, 'role'],
    [{ disabled: true }, 'disabled'],
  ] as const) {
    expect(await edit('administrator', body)).toMatchObject({ status: 400, json: { [field]: [API.ownAccount] } })
  }
  expect(await edit('administrator', { role: 'administrator', disabled: false, name: 'Ada' })).toMatchObject({ status: 200, json: { name: 'Ada' } }) // prettier-ignore
  expect((await town.send('/auth/users/me/', { as })).status).toBe(200)
})

test('a letter that could not be delivered is said, until another is sent', async () => {
  const { id } = (await create({ email: 'lost@example.org', name: 'Lost' })).json as Account
  const found = async () => ((await town.send('/api/accounts/', { as })).json as Account[]).find((each) => each.id === id)! // prettier-ignore
  expect(await found()).not.toHaveProperty('undelivered')
  const failed = { attempts: 3, last_error: '550 no such mailbox' }
  await town.db.updateTable('mail').set(failed).where('recipient', '=', 'lost@example.org').execute()
  expect(await found()).toMatchObject({ undelivered: { reason: '550 no such mailbox', given_up: false } })
  await town.db
    .updateTable('mail')
    .set({ next_attempt_at: NEVER })
    .where('recipient', '=', 'lost@example.org')
    .execute()
  expect(await found()).toMatchObject({ undelivered: { given_up: true } })
  expect((await town.send(`/api/accounts/${id}/invite/`, { method: 'POST', as })).status).toBe(204)
  expect(await found()).not.toHaveProperty('undelivered')
  expect((await letters(town)).filter(({ recipient }) => recipient === 'lost@example.org')).toHaveLength(1)
})

test('the drafts of an author who was disabled meanwhile can be reviewed', async () => {
  const { town: other, draft } = await townWithDraft()
  try {
    const send = (step: string, body: object, version: string) =>
      other.send(`/api/records/items/${draft}/${step}`, { method: 'POST', as: 'staff', body, headers: { 'if-match': `"${version}"` } }) // prettier-ignore
    const read = async () => (await other.send(`/api/records/items/${draft}/`, { as: 'staff' })).json as DeskRecord
    const { version } = await read()
    expect(await other.send('/api/accounts/2/', { method: 'PATCH', as, body: { disabled: true } })).toMatchObject({ status: 200 }) // prettier-ignore
    // Read before, and still the version that was read.
    expect(await read()).toMatchObject({ version, state: 'waiting', author: { id: 2, disabled: true } })
    const queue = (await other.send('/api/review/?author=2', { as: 'staff' })).json as ReviewPage
    expect(queue).toMatchObject({ count: 1, results: [{ key: draft, author: { id: 2, disabled: true } }] })
    const returned = await send('return/', { note: 'Where?' }, version)
    expect(returned.status).toBe(200)
    expect((await send('publish/', {}, (returned.json as DeskRecord).version)).status).toBe(200)
    expect((await other.get(`/api/item/${draft}/`)).status).toBe(200)
    expect(await letters(other)).toEqual([])
  } finally {
    await other.close()
  }
})

async function townWithDraft() {
  const town = await openTestArchive()
  const body = { type: 'photograph', title: 'The pier', general_description: 'Seen from the north' }
  const sent = await town.send('/api/item/post/', { method: 'POST', as: 'otherVolunteer', body })
  return { town, draft: (sent.json as { id: number }).id }
}

test('the first member adds the society’s organization if it is missing', async () => {
  const empty = await openTestArchive({})
  try {
    const body = { email: 'first@example.org', name: 'First', organization: society.organizationId }
    const made = await empty.send('/api/accounts/', { method: 'POST', body, as })
    expect(made).toMatchObject({ status: 201, json: { organization: society.organizationId } })
    expect((await empty.get(`/api/organization/${society.organizationId}/`)).json).toMatchObject({ name: society.name })
    const second = { ...body, email: 'second@example.org' }
    expect((await empty.send('/api/accounts/', { method: 'POST', body: second, as })).status).toBe(201)
    expect((await empty.get('/api/organizations/')).json).toHaveLength(1)
  } finally {
    await empty.close()
  }
})
