import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { readFields, versionOf } from '#server/records/fields.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()

const date = fc.constantFrom(null, 18500000, 18990300, 19010305)
const people = fc.uniqueArray(fc.constantFrom(1, 2, 3, 901))
/** Changes of an item; some of them are refused (an end before its start, an identifier that another item has). */
const edit = fc.record(
  {
    title: fc.string({ maxLength: 20 }),
    date_start: date,
    date_start_text: fc.constantFrom('', 'about 1899'),
    date_end: date,
    people,
    contributors: people,
    creator: fc.constantFrom(null, 1, 3),
    location: fc.constantFrom(null, 1, 2),
    archival_identifier: fc.constantFrom('', 'P-001', 'P-77'),
  },
  { requiredKeys: [] },
)

test('the audit trail can be replayed backwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const first = (await readFields(town.db, 'items', 2))!
      const last = await town.db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst()
      let now = first
      for (const body of edits) {
        const headers = { 'if-match': `"${versionOf(now)}"` }
        const { status } = await town.send('/api/records/items/2/', { method: 'PATCH', as: 'staff', body, headers })
        expect([200, 400]).toContain(status)
        const after = (await readFields(town.db, 'items', 2))!
        if (status === 400) expect(after).toEqual(now)
        now = after
      }
      const { history } = (await town.send('/api/records/items/2/', { as: 'staff' })).json as DeskRecord
      const back: RecordFields = { ...now }
      for (const step of history.filter(({ id }) => id > (last?.id ?? 0))) {
        for (const { field, before, after } of step.fields) {
          expect(back[field]).toEqual(after)
          back[field] = before
        }
      }
      expect(back).toEqual(first)
    }),
    { numRuns: runs(15) },
  )
})
