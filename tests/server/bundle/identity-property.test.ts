import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshArchive } from './fresh-archive.ts'
import { addItemHere, editHere, fieldsOf, importOf } from './identity.ts'
import { runs } from '../../setup/length.ts'

const SOURCES = ['deeds', 'photos'] as const
const number = fc.integer({ min: 1, max: 5 })
const title = fc.integer({ min: 0, max: 9 }).map((at) => `Title ${at}`)
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), title }),
  fc.record({ do: fc.constant('edit' as const), at: fc.nat(), title }),
  fc.record({
    do: fc.constant('import' as const),
    source: fc.constantFrom(...SOURCES),
    rows: fc.uniqueArray(fc.record({ id: number, title }), { selector: ({ id }) => id, minLength: 1, maxLength: 4 }),
    replace: fc.boolean(),
  }),
)

test('whatever is added, edited and imported in whatever order, a record changes only by hand or by its own source and number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const archive = await freshArchive()
      /** What each record should be, where it came from, and whether it was edited since. */
      const records: { id: number; title: string; from?: string; isEdited: boolean }[] = []
      for (const each of steps) {
        if (each.do === 'add') {
          const id = Number(await addItemHere(archive, { title: each.title }))
          records.push({ id, title: each.title, isEdited: false })
        } else if (each.do === 'edit') {
          const record = records[each.at % Math.max(records.length, 1)]
          if (!record || record.title === each.title) continue
          await editHere(archive, 'items', record.id, { title: each.title })
          Object.assign(record, { title: each.title, isEdited: true })
        } else {
          const rows = each.rows.map(({ id, title: text }) => ({ id, type: 'photograph', title: text }))
          await importOf(archive, { 'items.json': rows }, { source: each.source, replace: each.replace })
          const known = new Set(records.map(({ id }) => id))
          const all = await archive.db
            .selectFrom('imported_row')
            .selectAll()
            .where('source', '=', each.source)
            .execute()
          for (const row of rows) {
            const from = `${each.source} ${row.id}`
            const record = records.find((one) => one.from === from)
            if (!record) {
              const id = Number(all.find(({ key }) => key === String(row.id))!.record_key)
              expect(known.has(id)).toBe(false)
              records.push({ id, title: row.title, from, isEdited: false })
            } else if (!record.isEdited || each.replace || record.title === row.title) {
              Object.assign(record, { title: row.title, isEdited: false })
            }
          }
        }
        for (const { id, title: expected } of records)
          expect(await fieldsOf(archive, 'items', id)).toMatchObject({ title: expected, type: 'photograph' })
        const { count } = await archive.db
          .selectFrom('item')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        expect(count).toBe(records.length)
      }
    }),
    { numRuns: runs(25) },
  )
}, 120_000)
