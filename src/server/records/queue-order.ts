import { REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'

interface Submitted {
  kind: ReviewedKind
  key: number
  submitted_at: string | null
}

/** Imported records have no date and come last. */
const day = ({ submitted_at }: Submitted) => submitted_at ?? '9999'
const compare = <T>(one: T, other: T) => Number(one > other) - Number(one < other)

export const oldestFirst = (a: Submitted, b: Submitted) =>
  compare(day(a), day(b)) || REVIEWED_KINDS.indexOf(a.kind) - REVIEWED_KINDS.indexOf(b.kind) || a.key - b.key
export const newestFirst = (a: Submitted, b: Submitted) =>
  compare(b.submitted_at ?? '', a.submitted_at ?? '') || oldestFirst(a, b)

export interface Page {
  page: number
  page_size: number
}
export const pageOf = <Row>(all: readonly Row[], { page, page_size }: Page): Row[] =>
  all.slice((page - 1) * page_size, page * page_size)
