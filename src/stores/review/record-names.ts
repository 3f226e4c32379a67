import * as v from 'valibot'
import { REVIEWED_KINDS, type RecordKind, type ReviewedKind } from '#contract/record.ts'

/** Which record: its kind and key. */
export interface RecordName {
  kind: ReviewedKind
  key: number
}
interface Named {
  kind: RecordKind
  key: number | string
}

export const isSame = (a: Named | null, b: Named | null) => a?.kind === b?.kind && a?.key === b?.key
/** `items/12`: as a key of a map, and in addresses. */
export const nameText = ({ kind, key }: Named): string => `${kind}/${key}`

/** The name of a record that is in review, such as an entry of the queue. */
export const toName = ({ kind, key }: Named): RecordName => ({ kind, key }) as RecordName

/** The record of `?record=items/12`; null for none. */
export function readName(text: string | null): RecordName | null {
  const [, kind, key] = /^(\w+)\/([1-9]\d{0,14})$/.exec(text ?? '') ?? []
  return v.is(v.picklist(REVIEWED_KINDS), kind) ? { kind: kind satisfies ReviewedKind, key: Number(key) } : null
}
