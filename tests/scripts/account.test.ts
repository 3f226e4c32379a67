import { existsSync, readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { society } from '#society'
import { ORGANIZATIONS } from '#demo/organizations-table.ts'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { addDemoAccounts, demoAccounts } from '../../scripts/start/demo-accounts.ts'
import { addRecords } from '../server/fixtures.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { openMailServer } from '../server/mail/mail-server.ts'
import { archive, environmentOf } from './run-archive.ts'

/** Runs `npm run archive -- account …` as npm does. */
const account = (dataDir: string, ...words: string[]) =>
  accountWith({ SITE_URL: 'https://town.example' }, dataDir, ...words)

/** Commands on accounts make no archive. */
async function archiveFolder(): Promise<string> {
  const folder = await freshFolder()
  await (await openDatabase(join(folder, 'archive.db'))).destroy()
  return folder
}

const accountWith = (variables: Record<string, string>, dataDir: string, ...words: string[]) =>
  archive(environmentOf(dataDir, { DATA_DIR: dataDir, ...variables }), 'account', ...words)

test('an account from its invitation to its end, on the command line, while the API is open', async () => {
  const nowhere = await freshFolder()
  for (const words of [['list'], ['create', 'ann@example.org', '--name', 'Ann']])
    expect(await account(nowhere, ...words)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no archive at'),
    })
  expect(readdirSync(nowhere)).toEqual([])
  const folder = await archiveFolder()
  const made = await account(folder, 'create', 'Ann@Example.org', '--name', 'Ann Doyle', '--role', 'administrator')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('Created the account of Ann Doyle (ann@example.org), administrator.')
  const link = /https:\/\/town\.example\/activate\/([\w-]+)\/([\w-]+)\n/.exec(made.out)!
  expect(made.out).toContain('The mail with this link is sent as soon as Lotline runs.')

  const config = readConfig({ DATA_DIR: folder })
  const db = await openDatabase(config.databaseFile)
  const waiting = await db.selectFrom('mail').select(['recipient', 'kind']).execute()
  expect(waiting).toEqual([{ recipient: 'ann@example.org', kind: 'invitation' }])
  const app = await createApp(config, { db, media: createFolderStore(config.mediaDir), closeDatabase: true })
  const post = async (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const [, uid, token] = link
  const activated = await post('/auth/users/activation/', { uid, token })
  expect(activated.statusCode).toBe(204)
  const [, ...next] = /confirm\/([\w-]+)\/([\w-]+)>/.exec(String(activated.headers['link']))!
  const password = 'Maskinonge-1835'
  const chosen = { uid: next[0], token: next[1], new_password: password, re_new_password: password }
  expect((await post('/auth/users/reset_password_confirm/', chosen)).statusCode).toBe(204)
  const logIn = () => post('/auth/jwt/create/', { email: 'ann@example.org', password })
  const { access } = (await logIn()).json() as { access: string }
  const works = async () => (await post('/auth/jwt/verify/', { token: access })).statusCode

  expect(await account(folder, 'disable', 'ann@example.org')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^disabled: This is the only administrator/),
  })
  expect(await works()).toBe(200)
  const reset = await account(folder, 'reset', 'ANN@example.org')
  expect(reset.out).toMatch(
    /^To choose a password: https:\/\/town\.example\/password\/reset\/confirm\/[\w-]+\/[\w-]+\n/,
  )
  expect(await works()).toBe(401)
  expect((await logIn()).statusCode).toBe(200)
  expect((await account(folder, 'list')).out).toMatch(
    /^ann@example.org {2}Ann Doyle {2}administrator {2}active .*last login/,
  )
  await app.close()
}, 60_000)

test('letters are the server’s to send, unless this terminal knows the mail server and the address of the site', async () => {
  const folder = await archiveFolder()
  const smtp = await openMailServer()
  const create = (email: string, variables: Record<string, string>) =>
    accountWith(variables, folder, 'create', email, '--name', 'Ann')
  const silent = await create('ann@example.org', {})
  expect(silent.out).toContain('http://localhost:4321/activate/')
  expect((await create('bea@example.org', { SMTP_URL: smtp.url })).out).toContain('as soon as Lotline runs')
  expect(existsSync(join(folder, 'outbox'))).toBe(false)
  expect(smtp.received).toEqual([])

  // Where the site was built the link that is printed leads there.
  const release = join(folder, 'site/releases/1')
  await mkdir(release, { recursive: true })
  await writeFile(join(release, RELEASE.report), JSON.stringify({ site: 'https://built.example' }))
  await symlink('releases/1/public', join(folder, 'site/current'))
  expect((await create('cal@example.org', {})).out).toContain('https://built.example/activate/')

  const sent = await create('dot@example.org', { SMTP_URL: smtp.url, SITE_URL: 'https://town.example' })
  expect(sent).toMatchObject({ code: 0, out: expect.stringContaining('It was also sent by mail.') })
  // Those that waited went with it, with the address that is right.
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(
    ['ann', 'bea', 'cal', 'dot'].map((name) => `${name}@example.org`),
  )
  for (const { mail } of smtp.received) expect(mail.text).toContain('https://town.example/activate/')
  await smtp.close()
}, 60_000)

test('what is wrong is said in a sentence', async () => {
  const folder = await archiveFolder()
  await account(folder, 'create', 'ann@example.org', '--name', 'Ann')
  const cases: [string[], string][] = [
    [['create', 'Ann@example.org', '--name', 'Ann'], 'email: This email is already in use!\n'],
    [['create', 'nobody', '--name', 'Ann'], 'email: Invalid email\n'],
    [
      ['create', 'b@example.org', '--name', 'B', '--organization', '9'],
      'organization: Invalid pk "9" - object does not exist.\n',
    ],
    [
      ['create', 'b@example.org', '--name', 'B', '--organization', 'x'],
      'organization: Enter a whole number, such as 12.\n',
    ],
    [['role', 'who@example.org', 'staff'], 'There is no account for who@example.org.\n'],
  ]
  const answers = await Promise.all(cases.map(([words]) => account(folder, ...words)))
  expect(answers.map(({ code, err }) => [code, err])).toEqual(cases.map(([, sentence]) => [1, sentence]))
  for (const words of [['role', 'ann@example.org', 'owner'], ['create', 'b@example.org'], ['destroy']]) {
    const { code, err } = await account(folder, ...words)
    expect(code).toBe(1)
    expect(err).toMatch(/^error: /)
  }
  expect((await account(folder, 'role', 'ann@example.org', 'staff')).out).toContain('ann@example.org is now: staff.')
  expect((await account(folder, 'disable', 'ann@example.org')).code).toBe(0)
  expect((await account(folder, 'reset', 'ann@example.org')).err).toBe('This account is disabled. Enable it first.\n')
  expect((await account(folder, 'enable', 'ann@example.org')).code).toBe(0)
  expect((await account(folder, 'list')).out).toMatch(
    /^ann@example.org {2}Ann {2}staff {2}invited .*never logged in\n$/,
  )
}, 60_000)

test('the demo accounts: four who can log in, each as who they are, and nobody in production', async () => {
  const folder = await freshFolder()
  const config = readConfig({ DATA_DIR: folder })
  const db = await openDatabase(config.databaseFile)
  const app = await createApp(config, { db, media: createFolderStore(config.mediaDir), closeDatabase: true })
  expect(await demoAccounts(config, {})).toBeUndefined()
  const organization = ORGANIZATIONS.map(({ name }, at) => ({ id: at + 1, name }))
  await addRecords(db, { organization })
  expect(organization[society.organizationId - 1]!.name).toBe(DEMO_SETTINGS.name)
  await addDemoAccounts(db)
  await addDemoAccounts(db)
  const who = async (email: string) => {
    const payload = { email, password: 'Brannock-Bay-1835' }
    const answer = await app.inject({ method: 'POST', url: '/auth/jwt/create/', payload })
    if (answer.statusCode !== 200) return answer.statusCode
    const authorization = `JWT ${(answer.json() as { access: string }).access}`
    const me = await app.inject({ url: '/auth/users/me/', headers: { authorization } })
    const { role, organization } = me.json() as { role: string; organization: number }
    return [role, ORGANIZATIONS[organization - 1]!.key]
  }
  const emails = [
    'admin@brannockbay.example',
    'cataloguer@brannockbay.example',
    'member@brannockbay.example',
    'volunteer@lakeshore.example',
  ]
  expect(await Promise.all(emails.map(who))).toEqual([
    ['administrator', 'society'],
    ['staff', 'society'],
    ['society', 'society'],
    ['volunteer', 'lakeshore'],
  ])
  const said = (await demoAccounts(config, {}))!
  for (const text of [...emails, 'Brannock-Bay-1835']) expect(said).toContain(text)
  expect(await demoAccounts(config, { NODE_ENV: 'production' })).toMatch(/were disabled/)
  expect(await Promise.all(emails.map(who))).toEqual([401, 401, 401, 401])
  expect(await demoAccounts(config, { NODE_ENV: 'production' })).toBeUndefined()
  await app.close()
}, 60_000)
