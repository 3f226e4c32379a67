import { type Link, YEAR_PAGES, yearAddress } from '#rules/addresses/page-addresses.ts'

const readYears = async () => (await (await fetch(YEAR_PAGES)).json()) as number[]

/** The page of a year of the last build, if that is all that is searched for and there is one. Small: every visitor's search box has it. */
export const yearPage = async (words: string, years = readYears): Promise<Link | undefined> =>
  /^\d{3,4}$/.test(words) && (await years().catch((): number[] => [])).includes(+words)
    ? { href: yearAddress(+words), text: `The year ${words}` }
    : undefined
