import { beforeAll, test } from 'vitest'
import type { Operation } from '#contract/undo.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { expectFocused } from '../browser/focus.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { activate, createAccount, sessionOf } from './people.ts'

const site = useSite()
const ADA = `ada-undo-${Date.now()}@example.org`
beforeAll(async () => activate(site.baseUrl, await createAccount(ADA, 'Ada Wren', 'administrator')))

test('the undo of an import is asked for first, and the focus stays where the work goes on', async () => {
  const at = new Date().toISOString()
  const row: Operation = {
    ...{ id: 7, type: 'import', record: null, label: 'Harbour ledger', into: null, rows: 2 },
    ...{ at, by: { id: 1, name: 'Ada Wren' }, ...{ undone: false, reason: null }, until: at },
  }
  let results = [row]
  const page = await site.open(`${STAFF_ADDRESS.undo}?id=7`, {
    session: await sessionOf(site.baseUrl, ADA),
    routes: async (context) => {
      await context.route('**/api/operations/?**', (route) => route.fulfill({ json: { count: results.length, results } })) // prettier-ignore
      await context.route('**/api/operations/7/undo/', (route) => {
        results = []
        return route.fulfill({ json: { record: null } })
      })
    },
  })
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.press('Enter')
  await page.getByText('everybody else waits with saving').waitFor()
  await expectFitsEverywhere(page)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expectFocused(undo)
  await page.getByRole('button', { name: 'Show All' }).press('Enter')
  await expectFocused(page.getByRole('status').getByText('1 step'))
  await undo.press('Enter')
  await page.getByRole('button', { name: 'Undo the Import' }).press('Enter')
  await expectFocused(page.getByRole('status').getByText(/^Undone: /))
})
