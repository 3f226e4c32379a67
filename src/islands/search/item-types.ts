import { TYPE_NAMES } from '#rules/names.ts'

/**
 * The types of spec §9, taken from their names: the contract's own list stands beside its schemas, which would bring the validator into a
 * page that needs none.
 */
export const TYPES = Object.keys(TYPE_NAMES)
/** `paper_record` as people read it; a type that is not known, as it is; empty for none. */
export const typeLabel = (type: string): string => (TYPE_NAMES as Record<string, string>)[type] ?? type
