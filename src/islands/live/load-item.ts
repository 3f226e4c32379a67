import type { Client } from '#client/client.ts'
import { itemTools, recordingOf } from '#rules/item-tools.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemHeading, itemTitle, pictureAlt, typeName } from '#rules/names.ts'
import { largePicture } from '#rules/pictures.ts'
import { itemRecord } from '#rules/records.ts'
import type { LiveRecord } from './record.ts'

interface Box {
  width: number
  height: number
}
/** CSS pixels that a picture may take on the item's own page. */
const BOX: Box = { width: 1080, height: 720 }
interface Options {
  /** Of the first picture, and of those below it. */
  boxes?: readonly [first: Box, further: Box]
  signal?: AbortSignal
}

/** An item as spec §2 "Item presentation" shows it. Throws what the client throws. */
export async function loadItem(
  client: Client,
  id: number,
  { boxes = [BOX, BOX], signal }: Options = {},
): Promise<LiveRecord> {
  const item = await client.call('item', { path: { id }, signal })
  const date = shownDate(item)?.text ?? ''
  const scanAddress = (scan: number) => client.address('scanImage', { path: { id: scan } })
  return {
    kicker: typeName(item.type),
    title: itemHeading(item, date),
    subtitle: date,
    pictures: item.item_scans.map((scan, at) => ({
      ...largePicture(scanAddress(scan.id), scan, boxes[at === 0 ? 0 : 1]),
      alt: pictureAlt(itemTitle(item), at, item.item_scans.length),
    })),
    // Whatever it names answers at its address: from the last build, or from a live shell like this one.
    rows: itemRecord(item, () => true),
    recording: recordingOf(item),
    tools: itemTools(item, scanAddress),
  }
}
