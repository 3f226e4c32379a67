import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { inject } from 'vitest'
import type { Account } from '#contract/account.ts'
import { createManagement } from '#server/accounts/manage.ts'
import { openDatabase } from '#server/database/open.ts'

export { activate, logIn, PASSWORD, sessionOf } from './account-calls.ts'

/** Creates an account as `archive account create` does, without a second of processor time for its process, and returns the path of its activation link. */
export async function createAccount(email: string, name: string, role: Account['role'] = 'volunteer'): Promise<string> {
  await using db = await openDatabase(inject('database'))
  const created = await createManagement(db).create({ email, name, role, organization: null })
  return created.path
}

/** The letters to an address, oldest first. */
export async function lettersTo(email: string): Promise<{ subject: string; text: string; paths: string[] }[]> {
  const outbox = path.join(inject('dataDir'), 'outbox')
  // The folder comes with the first letter; a letter that is still being written ends in `.part`.
  const files = existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith('.eml'))
        .sort()
    : []
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
