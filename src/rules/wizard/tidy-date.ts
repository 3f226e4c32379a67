import type { Specificity } from './draft-fields.ts'

/**
 * A date while it is being typed, with the hyphens of spec §5 "Dates": 190103 becomes 1901-03, so that the number keys of a phone are enough. Other text
 * stays as it is.
 */
export function tidyDate(typed: string, specificity: Specificity): string {
  const text = typed.replaceAll(/[./ ]/g, '-')
  if (specificity === 'year' || !/^[\d-]+$/.test(text)) return typed
  const withMonth = text.replace(/^(\d{4})(\d)/, '$1-$2')
  return specificity === 'month' ? withMonth : withMonth.replace(/^(\d{4}-\d{2})(\d)/, '$1-$2')
}

/** When the field is left: 1901-3-5 becomes 1901-03-05. */
export const padDate = (typed: string): string =>
  /^\d{4}(-\d{1,2}){1,2}$/.test(typed)
    ? typed
        .split('-')
        .map((part) => part.padStart(2, '0'))
        .join('-')
    : typed
