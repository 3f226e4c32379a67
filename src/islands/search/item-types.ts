import { TYPE_NAMES } from '#rules/names/record-names.ts'

/** The types of spec §9. Not imported from the contract, which would bring Valibot into the bundle. */
export const TYPES = Object.keys(TYPE_NAMES)
/** `paper_record` becomes "Paper record"; an unknown type stays as it is. */
export const typeLabel = (type: string): string => (TYPE_NAMES as Record<string, string>)[type] ?? type
