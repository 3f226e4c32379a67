import { expect, test } from 'vitest'
import { society } from '#society'
import type { Account } from '#contract/account.ts'
import type { AuditEntry } from '#contract/record.ts'
import { createManagement } from '#server/accounts/manage.ts'
import { examineOperations } from '#server/bundle/examine-operations.ts'
import type { DoctorReport } from '#server/bundle/doctor-report.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { letters } from './people.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
let last = 0

/** New audit entries since the last call, oldest first. */
async function steps(): Promise<AuditEntry[]> {
  const { json } = await town.send('/api/audit/?kind=accounts', { as: 'staff' })
  const found = (json as AuditEntry[]).filter(({ id }) => id > last).reverse()
  last = found.at(-1)?.id ?? last
  return found
}
const send = (method: 'POST' | 'PATCH', url: string, body?: object) =>
  town.send(`/api/accounts/${url}`, { method, as: 'administrator', body })
const actor = { id: TEST_ACCOUNTS.administrator.id, name: 'administrator' }
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })

test('account changes are audited without addresses and secrets', async () => {
  const made = await send('POST', '', { email: 'ann.new@example.org', name: 'Ann New', role: 'staff' })
  const { id } = made.json as Account
  await send('POST', `${id}/invite/`)
  await send('PATCH', `${id}/`, { role: 'volunteer', organization: society.organizationId })
  await send('PATCH', `${id}/`, { name: 'Ann Newer' })
  await send('PATCH', `${id}/`, { disabled: true })
  await send('PATCH', `${id}/`, { disabled: false })
  await send('POST', `${TEST_ACCOUNTS.volunteer.id}/invite/`)
  await send('POST', `${id}/end_sessions/`)
  const sent = (await letters(town)).map(({ token }) => token)
  const trail = await steps()
  const ofAnn = { kind: 'accounts', key: id, actor }
  expect(trail).toMatchObject([
    {
      ...ofAnn,
      action: 'added',
      note: 'Ann New',
      fields: [
        change('name', null, 'Ann New'),
        change('role', null, 'staff'),
        change('disabled', null, false),
        change('link', null, 'invitation'),
      ],
    },
    { ...ofAnn, action: 'edited', fields: [change('link', null, 'invitation')] },
    { ...ofAnn, action: 'edited', fields: [change('organization', null, 1), change('role', 'staff', 'volunteer')] },
    { ...ofAnn, action: 'edited', note: 'Ann Newer', fields: [change('name', 'Ann New', 'Ann Newer')] },
    { ...ofAnn, fields: [change('disabled', false, true)] },
    { ...ofAnn, fields: [change('disabled', true, false)] },
    { key: TEST_ACCOUNTS.volunteer.id, note: 'volunteer', fields: [change('link', null, 'reset')] },
    { ...ofAnn, fields: [change('sessions', null, 'ended')] },
  ])
  for (const secret of ['@', ...sent]) expect(JSON.stringify(trail)).not.toContain(secret)
})

test('refused and empty changes are not audited', async () => {
  await send('PATCH', `${TEST_ACCOUNTS.staff.id}/`, { role: 'staff', disabled: false, name: 'staff' })
  expect((await send('PATCH', `${TEST_ACCOUNTS.administrator.id}/`, { disabled: true })).status).toBe(400)
  expect((await send('PATCH', '999/', { name: 'X' })).status).toBe(404)
  expect((await send('POST', '999/invite/')).status).toBe(404)
  expect((await send('POST', '999/end_sessions/')).status).toBe(404)
  expect((await send('POST', '', { email: 'staff@example.org', name: 'Again' })).status).toBe(400)
  expect(await steps()).toEqual([])
})

test('changes on the command line have no actor, and pass the doctor', async () => {
  const management = createManagement(town.db)
  const { account } = await management.create({ email: 'cli@example.org', name: 'Carl', organization: null, role: 'volunteer' }) // prettier-ignore
  await management.sendLink(account.id)
  await management.edit(account.id, { role: 'staff' })
  await management.endSessions(account.id)
  expect((await steps()).map((step) => [step.actor, step.action, step.key, step.note])).toEqual(
    ['added', 'edited', 'edited', 'edited'].map((action) => [null, action, account.id, 'Carl']),
  )
  const report: DoctorReport = { findings: [], notes: [], checked: {} }
  await examineOperations(town.db, report, async () => Number.MAX_SAFE_INTEGER)
  expect(report.findings).toEqual([])
  expect(report.checked['steps of the audit trail']).toBeGreaterThan(10)
})
