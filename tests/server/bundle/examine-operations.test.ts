import { expect, test } from 'vitest'
import type { DoctorReport } from '#server/bundle/doctor-report.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { examineOperations } from '#server/bundle/examine-operations.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { runSql } from '../raw-sql.ts'
import { freshArchive } from './fresh-archive.ts'
import { townBundle } from './town.ts'

const NOW = '2026-11-21T12:00:00.000Z'

async function town() {
  const archive = await freshArchive()
  await importBundle({ folder: await townBundle(), db: archive.db, media: archive.media, formats: ['webp'] })
  const run = (statement: string) => runSql(archive.db, statement)
  await run(`insert into account (id, email, role, created_at) values (1, 'ann@example.org', 'staff', '${NOW}')`)
  return { ...archive, run }
}
const lines = ({ findings }: DoctorReport) => findings.map(({ where, what }) => `${where}: ${what}`)

test('the doctor reports pictures, letters and a build that failed', async () => {
  const { db, media, run } = await town()
  await run(
    `insert into picture_task (version, created_at, attempts) select version, '${NOW}', 5 from scan where id = (select min(id) from scan)`,
  )
  await run(`insert into picture_task (version, created_at, attempts) select version, '${NOW}', 4 from person_image`)
  const letter = (next: string) =>
    run(`insert into mail (recipient, kind, subject, text, html, created_at, next_attempt_at, last_error)
      values ('bo@example.org', 'invitation', '', '', '', '${NOW}', '${next}', '550 no such mailbox')`)
  await letter('9999-12-31T00:00:00.000Z')
  await letter('2026-11-21T13:00:00.000Z')
  const build = (state: string) =>
    run(
      `insert into build (state, reason, requested_at, asked_again_at, message) values ('${state}', 'r', '${NOW}', '${NOW}', 'No room.')`,
    )
  await build('failed')
  const found = lines(await examineArchive({ db, media, repair: true })).filter(
    (line) => !line.includes('sizes are missing'),
  )
  expect(found).toEqual([
    expect.stringMatching(/^scan \d+: Its sizes could not be made in 5 attempts/),
    'letter 1: invitation to bo@example.org could not be delivered: 550 no such mailbox',
    'build 1: The site could not be built: No room.',
  ])
  // One that waits tries again.
  for (const state of ['waiting', 'done']) {
    await build(state)
    expect(lines(await examineArchive({ db, media })).join()).not.toContain('build')
  }
})

testOnSqlite('dangling references of accounts and tokens, invalid values, and a broken audit trail', async () => {
  const { db, media, run } = await town()
  await run('pragma foreign_keys = off')
  await run('pragma ignore_check_constraints = on')
  await run(`insert into account_token values ('h', 9, 'reset', '${NOW}', '${NOW}')`)
  await run(`update person set author_id = 8 where id = 1`)
  await run(`update account set role = 'king'`)
  await run(`update item set state = 'lost' where id = 1`)
  await run(
    `insert into audit (id, at, action, kind, record_key, fields) values (1001, '${NOW}', 'burned', 'castles', '1', '{')`,
  )
  await run('pragma ignore_check_constraints = off')
  const found = lines(await examineArchive({ db, media, repair: true }))
  for (const line of [
    'database: CHECK constraint failed in account',
    'database: CHECK constraint failed in item',
    'person 1: It refers to a missing account.',
    'audit 1001: There is no action burned.',
    'audit 1001: There is no kind castles.',
    "audit 1001: Its fields can't be read.",
  ]) {
    expect(found).toContain(line)
  }
  expect(found.filter((line) => /^account_token \d+: It refers to a missing account/.test(line))).toHaveLength(1)
})

// PostgreSQL's disk may be another machine's.
testOnSqlite('a nearly full disk is reported before uploads are refused', async () => {
  const { db } = await town()
  const withFree = async (megabytes: number) => {
    const report: DoctorReport = { findings: [], notes: [], checked: {} }
    await examineOperations(db, report, async () => megabytes * 1024 * 1024)
    return lines(report)
  }
  expect(await withFree(1999)).toEqual(['disk: 1999 MB are free. Below 500 MB uploads are refused.'])
  expect(await withFree(2000)).toEqual([])
})
