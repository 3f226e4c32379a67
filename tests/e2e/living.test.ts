import { expect, test } from 'vitest'
import type { Person } from '#contract/person.ts'
import { CONSENT } from '#contract/living.ts'
import { ADDRESS, personAddress } from '#rules/addresses/page-addresses.ts'
import { personName } from '#rules/names/record-names.ts'
import { newUser } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()

test('of somebody who may be living visitors see the name; staff see more, and write down a consent', async () => {
  const people = (await (await fetch(`${site.baseUrl}/api/people/`)).json()) as Person[]
  const kept = people.find(({ privacy }) => privacy === 'names')!
  const cora = await newUser(site, 'Cora Wren', 'staff')
  const { date_of_birth: born } = await cora.read<Person>(`/api/person/${kept.id}/`)
  expect([kept.date_of_birth, typeof born]).toEqual([null, 'number'])

  const page = await site.open(personAddress(kept.id))
  await page.getByRole('heading', { level: 1, name: personName(kept) }).waitFor()
  await page.getByText('only the name is shown').waitFor()
  expect(await page.getByText(/born/i).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Family' }).count(), 'what is not told is not none').toBe(0)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

  const desk = await site.open(`${ADDRESS.review}?record=people/${kept.id}`, { session: cora.session, expected: /400/ })
  await desk.getByText('Visitors see the name only.').waitFor()
  await desk.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const who = desk.getByLabel('Who may see this person')
  await desk.getByLabel('Who agreed, and how').fill('Her letter of May')
  await desk.getByRole('button', { name: /^Save/ }).press('Enter')
  await desk.getByText(CONSENT.alone).waitFor()
  await who.selectOption('May be shown')
  await expectFitsEverywhere(desk)
  await desk.getByRole('button', { name: /^Save/ }).press('Enter')
  await desk.getByText('Visitors see the name only.').waitFor({ state: 'detached' })
  const shown = (await (await fetch(`${site.baseUrl}/api/person/${kept.id}/`)).json()) as Person
  expect(shown).toMatchObject({ date_of_birth: born })
  expect(JSON.stringify(shown)).not.toContain('letter of May')
})
