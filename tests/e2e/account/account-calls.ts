import type { Page } from 'playwright'

export const PASSWORD = 'Harbour-1856'

/** What a login answers, for calls of the API and for a browser (Look in browser/site.ts). */
export interface Session {
  access: string
  refresh: string
}

/** Logs in through the API. */
export async function sessionOf(baseUrl: string, email: string): Promise<Session> {
  const answer = await fetch(`${baseUrl}/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access, refresh } = (await answer.json()) as Session
  return { access, refresh }
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

/** Fills in the login form, on the login page or in the dialog. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name: 'Log In' }).last().click()
}
