import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import { covers } from '#rules/years/place-years.ts'
import type { Archive } from '../../archive.ts'
import { datedPlaces } from './known-years.ts'
import { planBase, type PlanShape, type TownPlan } from './town-plan.ts'
import type { KnownPlaces } from './year-places.ts'

/** The plan of the town as of a year: places that are dated and stood, of level 2 those of a business. Those that are not dated are a picture below it, the same for all years. */
export interface YearPlan extends Pick<TownPlan, 'width' | 'height' | 'outlines' | 'shapes' | 'streets' | 'scale'> {
  hasUndated: boolean
  /** Of places with pictures of the year: a path of points. */
  dots: string
}

/** Up to so many shapes are links; of more, one stands for all of a level, as most pages are about the same places. */
const MOST_LINKS = 300

/** Undefined for an archive without outlines. */
export function yearPlan(archive: Archive, { year, places, pictured }: KnownPlaces): YearPlan | undefined {
  const base = planBase(archive.lists.locations)
  if (!base) return undefined
  const { frame, at, large, small } = base
  const known = new Map(places.map(({ pk, years }) => [pk, years]))
  const undated = undatedPlaces(archive)
  const shapes = small.flatMap(({ pk, name, path }): PlanShape[] => {
    const years = known.get(pk)
    const isBusiness = years?.organizations.some((fact) => covers(fact, year))
    if (!years || (!years.exists && !isBusiness)) return []
    const href = `${zoneAddress(pk)}?year=${year}`
    return [{ href, title: shorten(name, 80), path, level: isBusiness ? 2 : 0 }]
  })
  const joined = [...Map.groupBy(shapes, ({ level }) => level)].map(([level, all]) => ({
    ...{ href: '', title: '', level },
    path: all.map(({ path }) => path).join(''),
  }))
  return {
    ...frame,
    outlines: large
      .filter(({ pk }) => known.has(pk) || undated.has(pk))
      .map(({ path }) => ({ href: '', title: '', path, level: 0 })),
    shapes: shapes.length > MOST_LINKS ? joined : shapes,
    hasUndated: small.some(({ pk }) => undated.has(pk)),
    dots: small
      .flatMap(({ pk, box }) => (known.has(pk) && pictured.has(pk) ? [`M${at(box).join(' ')}h0`] : []))
      .join(''),
  }
}

const undatedPlaces = (archive: Archive): ReadonlySet<number> =>
  new Set(datedPlaces(archive).flatMap(({ pk, years }) => (years.exists ? [] : [pk])))

/** `/data/undated.svg`: hatched in one colour, that of strong rules in both colour schemes. */
export function undatedPicture(archive: Archive): string {
  const base = planBase(archive.lists.locations)
  const undated = undatedPlaces(archive)
  const paths = base?.small.flatMap(({ pk, path }) => (undated.has(pk) ? [path] : [])) ?? []
  const { width = 1, height = 1 } = base?.frame ?? {}
  const hatch = 'width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke="#877a65"><pattern id="h" ${hatch}><path d="M0 0v9" stroke-width="3" stroke-opacity=".55"/></pattern><path fill="url(#h)" d="${paths.join('')}"/></svg>\n`
}
