import { ITEM_TYPES, PEOPLE_ROLES, SORTS } from '#contract/item.ts'
import { SEARCH_MINIMUM, TIME } from '#contract/limits.ts'
import {
  cleanSearchText,
  EARLIER,
  LAYOUTS,
  MAX_TAGS,
  type CollectionSearch,
  type CollectionView,
} from './collection-address.ts'

const ID = /^[1-9]\d{0,14}$/

/** Parses the URL of the collection page. Invalid values are skipped and set `nonsense`; unknown keys are ignored. */
export function readCollectionAddress(
  params: URLSearchParams,
  thisYear: number,
): { search: CollectionSearch; view: CollectionView; nonsense: boolean } {
  let nonsense = false
  const skip = () => {
    nonsense = true
    return undefined
  }
  /** Undefined if missing, empty or invalid. */
  function part<Value>(key: string, read: (text: string) => Value | undefined): Value | undefined {
    const [text = '', ...others] = params.getAll(key).map((each) => each.trim())
    // The first of several values counts.
    if (others.some((other) => other !== text)) skip()
    return text === '' ? undefined : (read(text) ?? skip())
  }
  function ids(key: string): number[] {
    const values = params.getAll(key).flatMap((text) => text.split(','))
    const filled = values.map((text) => text.trim()).filter((text) => text !== '')
    const valid = [...new Set(filled.filter((text) => ID.test(text)).map(Number))]
    if (filled.some((text) => !ID.test(text)) || valid.length > MAX_TAGS) skip()
    return valid.slice(0, MAX_TAGS)
  }
  const id = (key: string) => part(key, (text) => (ID.test(text) ? Number(text) : undefined)) ?? null
  const oneOf = <Choice extends string>(key: string, choices: readonly Choice[]) =>
    part(key, (text) => choices.find((choice) => choice === text)) ?? null
  const year = (key: string) =>
    part(key, (text) => {
      const read = /^\d{4}$/.test(text) ? Number(text) : NaN
      return read >= EARLIER.end && read <= thisYear ? read : undefined
    })
  const mode = (key: string) =>
    part(key, (text) => (/^and$/i.test(text) ? 'AND' : /^or$/i.test(text) ? 'OR' : undefined)) ?? 'OR'

  function years(): CollectionSearch['years'] {
    const [from, end] = [year('from') ?? null, year('to') ?? thisYear]
    if (from === null && end === EARLIER.end) return EARLIER
    const start = Math.max(from ?? 0, TIME.firstYear)
    if (start > end) skip()
    const isWhole = start === TIME.firstYear && end === thisYear
    return start > end || isWhole ? null : { start, end }
  }
  function words(): string {
    const text = part('q', (value) => cleanSearchText(value) || undefined) ?? ''
    if (text.length > SEARCH_MINIMUM.maximum) skip()
    return cleanSearchText(text.slice(0, SEARCH_MINIMUM.maximum))
  }

  const search: CollectionSearch = {
    search: words(),
    years: years(),
    people: ids('people'),
    peopleMode: mode('people-mode'),
    peopleAs: oneOf('people-as', PEOPLE_ROLES),
    subjects: ids('subjects'),
    subjectsMode: mode('subjects-mode'),
    organizations: ids('organizations'),
    type: oneOf('type', ITEM_TYPES),
    collection: id('collection'),
    place: id('place'),
  }
  const view: CollectionView = {
    layout:
      part('view', (text) => LAYOUTS.find((each) => each === (text === 'pictures' ? 'grid' : text))) ?? LAYOUTS[0],
    sort: oneOf('sort', SORTS),
    page: part('page', (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)) ?? 1,
  }
  return { search, view, nonsense }
}
