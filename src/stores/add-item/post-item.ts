import { item as itemSchema } from '#contract/item.ts'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import { itemBody, type Author } from '#rules/wizard/item-body.ts'
import { dateOf } from '#rules/wizard/dates.ts'
import type { CallInput } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { validRows } from '../shared/rows.ts'
import type { AddItemDeps } from './deps.ts'
import type { DraftState } from './draft-state.ts'
import { isRefusal } from './submit-errors.ts'

type Deps = Pick<AddItemDeps, 'client' | 'now'> & { state: DraftState; author: Author; hasAdditions: boolean }
/** Milliseconds that our server certainly remembers a key (30 days, less a day for clocks). */
const KEY_KEPT = 29 * 24 * 60 * 60_000

type Posted = { item: number } | 'unsure'

/** Items of this user that look like what was posted: a server without idempotency keys may list them. */
async function findPosted({ client }: Deps, fields: DraftFields): Promise<number | undefined> {
  const search = fields.title.trim() || fields.description.trim().slice(0, 60)
  const answer = await client
    .call('items', { query: { search, visibility: 'draft', page_size: 100 } })
    .catch(() => ({ results: [] }))
  const alike = validRows(itemSchema, answer.results).filter(
    (row) =>
      row.visibility === 'draft' &&
      row.type === fields.type &&
      row.title === fields.title.trim() &&
      row.general_description === fields.description.trim() &&
      row.date_start === dateOf(fields.start) &&
      (row.location?.id ?? null) === (fields.location?.id ?? null),
  )
  return alike.length === 1 ? alike[0]!.id : undefined
}

/**
 * Posts the open draft's item. What is posted is stored first: when no answer comes, a retry sends the same with the same key, and our server answers
 * as it did before. Without keys, or when the server may have forgotten it, a retry looks for the item instead; `unsure` when it is not found, unless `again` says to send it once more.
 * Rejects with what the client throws.
 */
export async function postItem(deps: Deps, draft: string, again: boolean): Promise<Posted> {
  const { client, now, state, author, hasAdditions } = deps
  const { fields, posting: before } = state.$draft.get()!
  const isPosted = (item: number, itemFields: DraftFields) =>
    state.record(draft, (open) => ({ ...open, item, itemFields, posting: null }))

  const isRepeatable = before && hasAdditions && now() - before.at < KEY_KEPT
  if (before && !isRepeatable) {
    const item = await findPosted(deps, before.fields)
    if (item !== undefined) {
      await isPosted(item, before.fields)
      return { item }
    }
    if (!again) return 'unsure'
  }
  const posting = isRepeatable ? before : { body: itemBody(fields, author), fields, at: now() }
  await state.record(draft, (open) => ({ ...open, posting }))
  try {
    const body = posting.body as CallInput<'createItem'>['body']
    // Another site's server may refuse a header that it does not know.
    const sendsKey = hasAdditions || client.base === ''
    const { id } = await client.call('createItem', { body, ...(sendsKey && { headers: { 'Idempotency-Key': draft } }) })
    await isPosted(id, posting.fields)
    return { item: id }
  } catch (problem) {
    // A refused repetition says nothing about the first try, unless it is about the fields.
    const isFields = problem instanceof ApiError && problem.status === 400
    if (isFields || (isRefusal(problem) && !before)) await state.record(draft, (open) => ({ ...open, posting: null }))
    throw problem
  }
}
