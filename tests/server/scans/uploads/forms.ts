import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { openTestArchive } from '../../fixtures.ts'
import type { Answered, TestAccount, TestArchive, TestRecords } from '../../fixtures.ts'

const TOWN: TestRecords = {
  organization: [{ id: 1, name: 'Historical Society' }],
  person: [
    { id: 1, first_name: 'Agnes', surname: 'Miller' },
    { id: 2, first_name: 'Jane', surname: 'Draft', visibility: 'draft' },
    { id: 3, first_name: 'Other', surname: 'Draft', visibility: 'draft' },
    { id: 4, first_name: 'Gone', surname: 'Draft', visibility: 'draft', state: 'discarded' },
  ],
  items: [
    { id: 1, title: 'The mill', visibility: 'draft' },
    { id: 2, title: 'Of another', visibility: 'draft' },
    { id: 3, title: 'Published, own' },
    { id: 4, title: 'Returned', visibility: 'draft', state: 'returned' },
    { id: 5, title: 'Discarded', visibility: 'draft', state: 'discarded' },
  ],
}

/** An archive for uploads: items and people in every state, of the volunteer, but for item 2 and person 3, which are the other volunteer's. */
export async function openUploadTown(environment: Record<string, string> = {}): Promise<TestArchive> {
  const town = await openTestArchive(TOWN, { environment })
  const author = (other: number) => sql<number>`case id when ${other} then 2 else 1 end`
  await town.db
    .updateTable('item')
    .set({ author_id: author(2) })
    .execute()
  await town.db
    .updateTable('person')
    .set({ author_id: author(3) })
    .execute()
  return town
}

export const picture = (background = '#806040', width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background } })

const BOUNDARY = 'xXxBoundaryxXx'
export interface Part {
  name: string
  value: string | Uint8Array
  fileName?: string
}
/** A form as it goes over the wire, its parts in this order. */
export function form(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${fileName === undefined ? '' : 'Content-Type: application/octet-stream\r\n'}\r\n`,
    ),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ])
  const payload = Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}
export const fields = (values: Record<string, string | number>): Part[] =>
  Object.entries(values).map(([name, value]) => ({ name, value: String(value) }))
export const image = (value: Uint8Array | string, fileName = 'scan.jpg'): Part => ({ name: 'image', value, fileName })

/** Sends a form by injection. */
export async function upload(
  town: TestArchive,
  parts: Part[],
  {
    as,
    url = '/api/scans/create/',
    headers = {},
  }: { as?: TestAccount; url?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const { payload, headers: own } = form(parts)
  return await town.send(url, { method: 'POST', body: payload, headers: { ...own, ...headers }, ...(as && { as }) })
}
export const uploadScan = async (
  town: TestArchive,
  values: Record<string, string | number>,
  as: TestAccount = 'volunteer',
) => await upload(town, [...fields(values), image(await picture().jpeg().toBuffer())], { as })

/** Everything that an upload could leave behind: files of the media folder, and rows. */
export async function traces(town: TestArchive): Promise<{ files: string[]; rows: Record<string, number> }> {
  mkdirSync(join(town.folder, 'media'), { recursive: true })
  const files = readdirSync(join(town.folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(town.folder.length))
    .sort()
  const rows: Record<string, number> = {}
  for (const table of ['original', 'scan', 'person_image', 'picture_task', 'audit', 'idempotency', 'build'] as const) {
    rows[table] = (await town.db.selectFrom(table).selectAll().execute()).length
  }
  return { files, rows }
}

export async function withTown(work: (town: TestArchive) => Promise<void>) {
  const town = await openUploadTown()
  try {
    await work(town)
  } finally {
    await town.close()
  }
}
