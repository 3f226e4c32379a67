import { yearAddress } from '#rules/addresses/page-addresses.ts'
import { createDebounce, schedule as later } from '#stores/shared/debounce.ts'
import { resource } from '#stores/shared/resource.ts'

/** HTML of the two sections of a page of a year. */
interface Sections {
  inYear: string
  places: string
}
/** Null: nothing is recorded of the year. */
export type YearPage = { year: number; page: number } & (Sections | { inYear: null })

/** Milliseconds after the last move before a page is asked for. */
const WAIT = 250
/** Pages that are kept. */
const KEPT = 12

/** Null for a year without a page. */
async function readPage(address: string, signal: AbortSignal): Promise<Sections | null> {
  const answer = await fetch(address, { signal })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const html = (id: string) => page.getElementById(id)?.innerHTML ?? ''
  return { inYear: html('in-year'), places: html('places-in-year') }
}

/** What `/years/1870/` has, for the side bar: one at a time, of the year that was chosen last. `years` have a page. */
export function createYearPages(years: readonly number[], read = readPage, schedule = later) {
  const kept = new Map<string, Sections | null>()
  const debounce = createDebounce(schedule)

  async function sections(address: string, signal: AbortSignal): Promise<Sections | null> {
    const found = kept.get(address) ?? (await read(address, signal))
    // The one that was used last is at the end.
    kept.delete(address)
    kept.set(address, found)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    return found
  }
  const pages = resource<YearPage, [year: number, page: number]>(async (signal, year, page) => {
    const first = years.includes(year) ? await sections(yearAddress(year), signal) : null
    if (!first) return { year, page, inYear: null }
    const { places } = page === 1 ? first : ((await sections(yearAddress(year, page), signal)) ?? first)
    return { year, page, inYear: first.inYear, places }
  })
  return {
    $page: pages.$resource,
    show(year: number, page = 1) {
      pages.end()
      const isThere = kept.has(yearAddress(year, page)) || !years.includes(year)
      debounce.after(isThere ? 0 : WAIT, () => void pages.load(year, page))
    },
    end() {
      debounce.cancel()
      pages.end()
    },
  }
}
