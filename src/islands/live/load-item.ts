import type { Client } from '#client/client.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemHeading, itemTitle, typeName } from '#rules/names.ts'
import { largePicture } from '#rules/pictures.ts'
import { itemRecord } from '#rules/records.ts'
import type { LiveRecord } from './record.ts'

const BOX = { width: 1080, height: 720 }

/** An item as spec §2 "Item presentation" shows it. Throws what the client throws. */
export async function loadItem(client: Client, id: number): Promise<LiveRecord> {
  const item = await client.call('item', { path: { id } })
  const date = shownDate(item)?.text ?? ''
  return {
    kicker: typeName(item.type),
    title: itemHeading(item, date),
    subtitle: date,
    pictures: item.item_scans.map((scan) => ({
      ...largePicture(client.address('scanImage', { path: { id: scan.id } }), scan, BOX),
      alt: itemTitle(item),
    })),
    // Whatever it names answers at its address: from the last build, or from a live shell like this one.
    rows: itemRecord(item, () => true),
  }
}
