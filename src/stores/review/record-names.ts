import * as v from 'valibot'
import { REVIEWED_KINDS, type RecordKind } from '#contract/record.ts'

/** Which record: its kind and key, which is a text for lots only. */
export interface RecordName {
  kind: RecordKind
  key: number | string
}

export const isSame = (a: RecordName | null, b: RecordName | null) => a?.kind === b?.kind && a?.key === b?.key
/** `items/12`: as a key of a map, and in addresses. */
export const nameText = ({ kind, key }: RecordName): string => `${kind}/${key}`

export const toName = ({ kind, key }: RecordName): RecordName => ({ kind, key })

/** Kinds that can be opened: what belongs to a place has no address of its own. */
const OPENED_KINDS = [...REVIEWED_KINDS, 'locations'] as const

/** The record of `?record=items/12`; null for none. */
export function readName(text: string | null): RecordName | null {
  const [, kind, key] = /^(\w+)\/([1-9]\d{0,14})$/.exec(text ?? '') ?? []
  return v.is(v.picklist(OPENED_KINDS), kind) ? { kind, key: Number(key) } : null
}
