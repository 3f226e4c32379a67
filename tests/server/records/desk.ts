import type { DeskRecord, RecordKind } from '#contract/record.ts'
import type { Answered, TestAccount, TestArchive } from '../fixtures.ts'

const address = (kind: RecordKind, key: string | number) => `/api/records/${kind}/${encodeURIComponent(key)}/`

/** Record calls on the open town; edits and removals send the current version unless another is given. */
export function deskOf(open: () => TestArchive) {
  const read = async (kind: RecordKind, key: string | number, as: TestAccount = 'staff'): Promise<DeskRecord> =>
    (await open().send(address(kind, key), { as })).json
  async function write(
    method: 'PATCH' | 'DELETE',
    kind: RecordKind,
    key: string | number,
    body: object | undefined,
    as: TestAccount,
  ): Promise<Answered> {
    const { version } = await read(kind, key)
    return open().send(address(kind, key), { method, as, body, headers: { 'if-match': `"${version}"` } })
  }
  return {
    read,
    status: async (kind: RecordKind, key: string | number, as: TestAccount = 'staff') =>
      (await open().send(address(kind, key), { as })).status,
    change: (kind: RecordKind, key: string | number, body: object, as: TestAccount = 'staff') =>
      write('PATCH', kind, key, body, as),
    drop: (kind: RecordKind, key: string | number, as: TestAccount = 'staff') =>
      write('DELETE', kind, key, undefined, as),
    add: (kind: RecordKind, body: object, headers: Record<string, string> = {}, as: TestAccount = 'staff') =>
      open().send(`/api/records/${kind}/`, { method: 'POST', body, as, headers }),
    audit: async (query: string): Promise<DeskRecord['history']> =>
      (await open().send(`/api/audit/${query}`, { as: 'staff' })).json,
  }
}
