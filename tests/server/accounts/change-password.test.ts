import { beforeAll, describe, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { OTHER_PASSWORD, PASSWORD, emailOf, givePassword, logIn, post, tokensOf, withToken } from './people.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
beforeAll(async () => {
  for (const account of ['volunteer', 'society'] as const) await givePassword(town, account)
})
const everything = async () => JSON.stringify(await town.db.selectFrom('account').selectAll().execute())

describe('a password is changed', () => {
  const change = (access: string, current_password: string, new_password = OTHER_PASSWORD, from = '192.0.2.99') =>
    post(
      town,
      '/auth/users/set_password/',
      { current_password, new_password, re_new_password: new_password },
      { ...withToken(access), 'x-forwarded-for': from },
    )

  test('with the current one, which ends all sessions', async () => {
    const { access } = tokensOf(await logIn(town, emailOf('society')))
    const before = await everything()
    expect(await change(access, OTHER_PASSWORD)).toMatchObject({
      status: 400,
      json: { current_password: [API.wrongPassword] },
    })
    expect(await everything()).toBe(before)
    expect((await change(access, PASSWORD)).status).toBe(204)
    expect((await town.get('/auth/users/me/', withToken(access))).status).toBe(401)
    expect((await logIn(town, emailOf('society'))).status).toBe(401)
    expect((await logIn(town, emailOf('society'), OTHER_PASSWORD)).status).toBe(200)
  })

  test('guessing the current password with a stolen token is throttled like a login', async () => {
    const { access } = tokensOf(await logIn(town, emailOf('volunteer')))
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) statuses.push((await change(access, `Wrong-Pass-${at}`)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await change(access, PASSWORD)).status).toBe(429)
  })

  test('despite failed logins of strangers', async () => {
    await givePassword(town, 'staff')
    const { access } = tokensOf(await logIn(town, emailOf('staff')))
    for (let at = 0; at < 8; at++) await logIn(town, emailOf('staff'), OTHER_PASSWORD, `198.51.100.${at + 20}`)
    expect((await logIn(town, emailOf('staff'), PASSWORD, '198.51.100.9')).status).toBe(429)
    expect((await change(access, PASSWORD)).status).toBe(204)
  })
})

test('outer spaces do not count, and a password that was set with them keeps working', async () => {
  const account = emailOf('society')
  const set = async (password: string) =>
    town.db
      .updateTable('account')
      .set('password_hash', await hashPassword(password))
      .where('email', '=', account)
      .execute()
  await set(PASSWORD)
  expect((await logIn(town, account, `  ${PASSWORD} `)).status).toBe(200)
  await set(` ${PASSWORD}`)
  expect((await logIn(town, account, ` ${PASSWORD}`)).status).toBe(200)
  expect((await logIn(town, account, `${PASSWORD} `)).status).toBe(401)
})
