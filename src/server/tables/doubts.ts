/** Why a cell looks wrong; `no-year` is known only from how a workbook shows a day, `rows` from the separators of a text. */
export type Doubt = 'formula' | 'cut' | 'letters' | 'digits' | 'no-year' | 'rows'

/** Errors of Excel and LibreOffice, columns that were too narrow, and formulas as text. */
const FORMULA = /^(?:#(?:[A-Z]+[!?]|DIV\/0!|N\/A)|Err:\d{3}|#{3,}|=.+)$/s
/** Long numbers as a spreadsheet shortens them. */
const SHORTENED = /^-?\d(?:[.,]\d+)?E\+\d{2,}$/i
/** UTF-8 that was read as Windows-1252: é becomes Ã©, “ becomes â€œ. */
const BROKEN = /[ÂÃ][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|\uFFFD/
/** Where databases cut a text off. */
const CUT = [254, 255]

/** Why a trimmed cell looks wrong, if it does. */
export function doubtAbout(text: string): Doubt | undefined {
  if (FORMULA.test(text)) return 'formula'
  if (SHORTENED.test(text)) return 'digits'
  if (BROKEN.test(text)) return 'letters'
  return CUT.includes(text.length) ? 'cut' : undefined
}

/** Says it of cells: "C3 and C7"; `text` is in the first. */
export function sentenceOf(doubt: Doubt, cells: string, text: string): string {
  const flat = text.replace(/\s/g, ' ')
  const shown = flat.length > 40 ? `${flat.slice(0, 39)}…` : flat
  const about: Record<Doubt, string> = {
    formula: `“${shown}” is what a spreadsheet shows for a formula or instead of a value. Enter the value itself.`,
    cut: `the text ends at character ${text.length}, where other programs cut texts off (“… ${text.slice(-30)}”). Compare it with the original.`,
    letters: `“${shown}” has broken letters: it was saved in one encoding and opened in another. Export it again.`,
    digits: `“${shown}” is a long number of which a spreadsheet keeps 15 digits at most. Set the column to text and enter it again.`,
    rows: `“${shown}” has several lines that look like rows. A quotation mark (") may open the cell and be closed too late. Look whether rows are missing.`,
    'no-year': `the spreadsheet shows a day without a year, but has “${shown}”. It may have taken a number such as 3-14 for a date.`,
  }
  return `${cells}: ${about[doubt]}`
}
