import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API, ERROR } from '#contract/messages.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { firstAccountText } from '../../scripts/start/first-account.ts'
import { listeningText } from '../../scripts/start/port.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { openTestArchive } from '../server/fixtures.ts'
import { archive, environmentOf } from './run-archive.ts'

test('a start on an archive without accounts says the whole command for the first one, and it works', async () => {
  const folder = join(await freshFolder(), "Ada's archive")
  const environment = { DATA_DIR: folder }
  const config = readConfig(environment)
  await (await openArchive(config)).destroy()
  const text = await firstAccountText(config, environment)
  const command = text!.split('\n').at(-1)!.trim()
  expect(command).toBe(
    `DATA_DIR='${folder.replace("'", String.raw`'\''`)}' npm run archive -- account create you@example.org --name "Your Name" --role administrator`,
  )
  expect(await firstAccountText(config, {})).toContain('  npm run archive -- account create ')
  expect(await firstAccountText(config, { ...environment, DATABASE_URL: 'postgres://u:secret@h/a' })).toContain(
    ' DATABASE_URL="$DATABASE_URL" npm run archive',
  )
  const env = environmentOf(folder, environment)
  const words = ['account', 'create', 'you@example.org', '--name', 'Your Name', '--role', 'administrator']
  expect(await archive(env, ...words)).toMatchObject({ code: 0 })
  expect(await firstAccountText(config, environment)).toBeUndefined()
})

test('whoever tries to log in to an archive without accounts learns how the first one is created', async () => {
  const town = await openTestArchive()
  const logIn = async () =>
    (await town.send('/auth/jwt/create/', { method: 'POST', body: { email: 'a@example.org', password: 'Secret-123' } }))
      .json as { detail: string }
  expect((await logIn()).detail).toBe(API.badLogin)
  await town.db.deleteFrom('account').execute()
  expect((await logIn()).detail).toBe(ERROR.noAccounts)
  await town.close()
})

test('a start says who reaches the server', () => {
  expect(listeningText({ host: '127.0.0.1', port: 4321 })).toContain('only this machine reaches it')
  expect(listeningText({ host: '::', port: 80 })).toContain(
    'every address of this machine, port 80: other machines reach it',
  )
  expect(listeningText({ host: '192.168.1.5', port: 80 })).toContain('listens on 192.168.1.5')
})
