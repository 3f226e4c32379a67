import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import type { Mount } from '../http/mount.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { renameLot } from '../records/rename-lot.ts'
import { splitZone } from '../records/split/split-zone.ts'
import { readZoneLinks } from '../records/split/zone-links.ts'
import { withEtag } from './with-etag.ts'

/** What staff do with zones on the map, besides editing and joining them (records.ts, desk.ts). */
export function mountZones(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  mount('zoneLinks', ({ id }) => readZoneLinks(reader, id), { live: true })
  mount('splitZone', async ({ id: key, body, caller, request, reply }) => {
    const answer = await inTransaction(db, async (trx) => {
      const { id, added } = await splitZone(trx, caller, { key, header: request.headers['if-match'], request: body })
      const kept = (await loadDeskRecord(trx, caller, 'locations', key))!
      return { split: id, kept, added: (await loadDeskRecord(trx, caller, 'locations', added))! }
    })
    withEtag(reply, answer.kept)
    return answer
  })
  mount('renameLot', async ({ params: { key }, body: { lotNum }, caller, request, reply }) => {
    const record = await inTransaction(db, async (trx) => {
      await renameLot(trx, caller, { key, lotNum, header: request.headers['if-match'] })
      return loadDeskRecord(trx, caller, 'lots', lotNum)
    })
    return withEtag(reply, record)
  })
}
