import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import PostalMime from 'postal-mime'
import { inject } from 'vitest'
import { runToEnd } from '../setup/process.ts'

export const PASSWORD = 'Harbour-1856'

/** Creates an account as administrators do, and returns the path of its activation link. */
export async function createAccount(email: string, name: string, role = 'volunteer'): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('dataDir') }
  const said = await runToEnd(['scripts/archive.ts', 'account', 'create', email, '--name', name, '--role', role], env)
  return /\/activate\/[\w-]+\/[\w-]+/.exec(said)![0]
}

/** Activates an account and sets its password through the API. */
export async function activate(baseUrl: string, link: string): Promise<void> {
  const post = (call: string, body: object) =>
    fetch(`${baseUrl}/auth/users/${call}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const partsOf = (address: string) => {
    const [token, uid] = address.split('/').reverse()
    return { uid, token }
  }
  const activated = await post('activation', partsOf(link))
  const next = /<([^>]+)>/.exec(activated.headers.get('link')!)![1]!
  await post('reset_password_confirm', { ...partsOf(next), new_password: PASSWORD, re_new_password: PASSWORD })
}

/** The letters to an address, oldest first. */
export async function lettersTo(email: string): Promise<{ subject: string; text: string; paths: string[] }[]> {
  const outbox = path.join(inject('dataDir'), 'outbox')
  const files = readdirSync(outbox).sort()
  const letters = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(path.join(outbox, file)))))
  return letters
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ subject = '', text = '' }) => ({
      subject,
      text,
      paths: [...text.matchAll(/https?:\/\/[^\s/]+(\/\S*)/g)].map(([, found]) => found!),
    }))
}

/** Waits for the next letter to an address, and returns it. */
export async function nextLetterTo(email: string, before: number) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const letters = await lettersTo(email)
    if (letters.length > before) return letters.at(-1)!
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No letter to ${email} came.`)
}

/** Fills in the login form, on the login page or in the dialog. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name: 'Log In' }).last().click()
}
