import type { RecordFields, RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { ImportOptions } from '#server/bundle/import-options.ts'
import { inTransaction } from '#server/database/write.ts'
import { editRecord } from '#server/records/edit-record.ts'
import { readFields, versionOf, type RecordKey } from '#server/records/fields.ts'
import { removeRecord } from '#server/records/remove-record.ts'
import { readUses } from '#server/records/removal/uses.ts'
import { createRecord } from '#server/records/write-record.ts'
import { bundleOf, freshArchive } from './fresh-archive.ts'

export type Archive = Awaited<ReturnType<typeof freshArchive>>
export const STAFF: Caller = { id: null, role: 'administrator', organization: null }

type Options = Partial<ImportOptions>
export const importOf = async (archive: Archive, files: Record<string, unknown>, options: Options = {}) =>
  importBundle({ folder: await bundleOf(files), db: archive.db, media: archive.media, ...options })

export const fieldsOf = ({ db }: Archive, kind: RecordKind, key: RecordKey) => readFields(db, kind, key)

const edit = async (archive: Archive, kind: RecordKind, key: RecordKey) => ({
  ...{ caller: STAFF, kind, key },
  header: `"${versionOf((await fieldsOf(archive, kind, key))!)}"`,
})
/** Changes a record as the review desk does. */
export async function editHere(archive: Archive, kind: RecordKind, key: RecordKey, fields: RecordFields) {
  const pending = await edit(archive, kind, key)
  await inTransaction(archive.db, (trx) => editRecord(trx, pending, fields))
}
export async function removeHere(archive: Archive, kind: RecordKind, key: RecordKey) {
  const pending = await edit(archive, kind, key)
  await inTransaction(archive.db, async (trx) =>
    removeRecord(trx, { ...pending, uses: (await readUses(trx, kind, key))!.count }),
  )
}
const EMPTY_ITEM = { type: 'photograph', title: '', general_description: '', date_start: null, date_end: null }
export const addItemHere = ({ db }: Archive, fields: RecordFields) =>
  inTransaction(db, (trx) =>
    createRecord(trx, STAFF, 'items', {
      ...{ ...EMPTY_ITEM, date_start_text: '', date_end_text: '', location: null, people: [], subject: [] },
      ...{ organizations: [], collection: null, creator: null, contributors: [], archival_identifier: '' },
      ...{ copyright_info: '', externalRecordURL: '', credit: false, ...fields },
    }),
  )
/** Makes the records that are there ones of imports that nobody noted: an archive from before migration 0027. */
export async function forgetImports({ db }: Archive): Promise<void> {
  // Rows without a number had derived ids.
  for (const { id } of await db.selectFrom('grave').select('id').execute()) {
    const row = db.selectFrom('imported_row').select('key').where('list', '=', 'graves')
    const { key } = await row.where('record_key', '=', String(id)).executeTakeFirstOrThrow()
    await db
      .updateTable('grave')
      .set({ id: Number(key) })
      .where('id', '=', id)
      .execute()
  }
  await db.deleteFrom('imported_row').execute()
  await db.deleteFrom('audit').execute()
  for (const [list, table] of [
    ['items', 'item'],
    ['people', 'person'],
    ['graves', 'grave'],
  ] as const) {
    const { last } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    if (!last) continue
    const row = { source: '', list, key: '', record_key: String(last), imported_at: '', step: 0 }
    await db.insertInto('imported_row').values(row).execute()
  }
}

export const countsOf = (report: Awaited<ReturnType<typeof importOf>>, list = 'items') => {
  const { written, conflicts, changed } = report.lists.find((each) => each.list === list)!
  return { ...written, conflicts, changed }
}
export const WHEEL = { 'items.csv': 'id,type,title\n3,object,Spinning wheel\n' }
export const titles = async ({ db }: Archive) =>
  (await db.selectFrom('item').select(['id', 'title']).orderBy('id').execute()).map(({ id, title }) => `${id} ${title}`)

export async function withPhotographs(): Promise<Archive> {
  const archive = await freshArchive()
  for (const title of ['Mill', 'Dock', 'Harvest']) await addItemHere(archive, { title, general_description: 'Hers.' })
  return archive
}
