import * as v from 'valibot'
import type { AddItemDeps } from './deps.ts'
import type { DraftImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'

type Deps = Pick<AddItemDeps, 'client'> & { state: DraftState }

/** Of an item as read (spec §3), all that is needed here; `order` is what some servers add. */
const itemScans = v.object({ item_scans: v.array(v.object({ id: v.number(), order: v.optional(v.number()) })) })

/** Which of the images that were begun have arrived: image id to scan id. Undefined where the scans don't say which, only how many. */
function matchArrived(begun: readonly DraftImage[], unknown: v.InferOutput<typeof itemScans>['item_scans']) {
  const byOrder = new Map(unknown.map(({ id, order }) => [order, id]))
  if (!byOrder.has(undefined))
    return new Map(begun.flatMap(({ id, sent }) => (byOrder.has(sent!.order) ? [[id, byOrder.get(sent!.order)!]] : [])))
  if (unknown.length === 0) return new Map<string, number>()
  // Which scan is which does not matter.
  return unknown.length >= begun.length ? new Map(begun.map(({ id }, at) => [id, unknown[at]!.id])) : undefined
}

/**
 * For a server without idempotency keys: images whose upload was begun and never answered, in a tab that was killed or a connection that broke, count as
 * sent if the item has them. Resolves with the number of images that may come twice, because the server does not say enough. Nothing is left out for that.
 */
export async function findArrived({ client, state }: Deps, draft: string, item: number): Promise<number> {
  const { images } = state.$draft.get()!
  const begun = images.filter(({ scan, sent }) => scan === null && sent !== null)
  if (begun.length === 0) return 0
  const read = await client.read('item', { path: { id: item } }).catch(() => undefined)
  const answer = v.safeParse(itemScans, read)
  if (!answer.success) return begun.length
  const answered = images.flatMap(({ scan }) => scan ?? [])
  // A scan without an id (0) is one of the others, the first ones.
  const unknown = answer.output.item_scans
    .filter(({ id }) => !answered.includes(id))
    .slice(answered.filter((id) => id === 0).length)
  const arrived = matchArrived(begun, unknown)
  if (!arrived) return unknown.length
  if (arrived.size > 0)
    await state.record(draft, (open) => ({
      ...open,
      images: open.images.map((image) => ({ ...image, scan: image.scan ?? arrived.get(image.id) ?? null })),
    }))
  return 0
}
