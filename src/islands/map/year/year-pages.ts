import { yearAddress } from '#rules/addresses/page-addresses.ts'
import { createDebounce, schedule as browsers } from '#stores/shared/debounce.ts'
import { resource } from '#stores/shared/resource.ts'

/** HTML of the two sections of a page of a year; null: the year has no page. */
type Sections = Record<'inYear' | 'places', string> | null

/** Milliseconds after the last move before a page is asked for; pages that are kept. */
const [WAIT, KEPT] = [250, 12]

async function readSections(address: string, signal: AbortSignal): Promise<Sections> {
  const answer = await fetch(address, { signal })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const html = (id: string) => page.getElementById(id)?.outerHTML ?? ''
  return { inYear: html('in-year'), places: html('places-in-year') }
}

/** What the pages of years have, for the side bar: of the year that was asked for last. Others than `years` have none. */
export function createYearPages(years: readonly number[], read = readSections, schedule = browsers) {
  const kept = new Map<string, Sections>()
  const { after, cancel } = createDebounce(schedule)
  async function sections(year: number, page: number, signal: AbortSignal): Promise<Sections> {
    if (!years.includes(year)) return null
    const address = yearAddress(year, page)
    const found = kept.has(address) ? kept.get(address)! : await read(address, signal)
    if (kept.size === KEPT) kept.clear()
    kept.set(address, found)
    return found
  }
  const { $resource, load, end } = resource(async (signal, year: number, page: number) => {
    const [first, own] = [await sections(year, 1, signal), await sections(year, page, signal)]
    return { year, html: first && own && { inYear: first.inYear, places: own.places } }
  })
  return {
    $page: $resource,
    show(year: number, page = 1) {
      end()
      after(kept.has(yearAddress(year, page)) ? 0 : WAIT, () => void load(year, page))
    },
    end: () => (cancel(), end()),
  }
}
