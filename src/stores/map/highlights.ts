import { atom, computed } from 'nanostores'
import type { Client } from '#client/client.ts'
import { MAP } from '#contract/limits.ts'
import { organizationLocation } from '#contract/organization.ts'
import { boxAround } from '#rules/map/geometry.ts'
import type { Schedule } from '../shared/deps.ts'
import { validRows } from '../shared/rows.ts'
import { latestOnly, type LatestRequest } from '../shared/latest-only.ts'
import { withSlowFallback } from '../shared/debounce.ts'
import type { Fits } from './fits.ts'
import type { OrganizationsFile } from './organizations.ts'
import type { Zones } from './zones.ts'

interface Deps {
  client: Client
  schedule: Schedule
  zones: Pick<Zones, '$source' | 'zone'>
  fits: Fits
  file: OrganizationsFile
  isAway(): boolean
}

/** What is highlighted: the places of an organization, or places that a link names. */
export type Highlight = { organization: number } | { places: readonly number[] }

/** "Highlight Location(s)": the zones of one organization and their extent (spec §2 "Map behaviour", §9). */
export function createHighlights({ client, schedule, zones, fits, file, isAway }: Deps) {
  const $business = atom<readonly number[]>([])
  const $highlighted = atom<number | null>(null)
  const $highlight = computed([$highlighted, $business], (organization, places): Highlight | null =>
    organization !== null ? { organization } : places.length > 0 ? { places } : null,
  )
  const requests = latestOnly()

  function clearHighlight() {
    requests.end()
    $highlighted.set(null)
    if ($business.get().length > 0) $business.set([])
  }
  async function placesOf(id: number, signal: AbortSignal): Promise<readonly number[]> {
    try {
      if (!isAway()) {
        return zonesIn(await client.read('organizationLocations', { query: { organization: id }, signal }), id)
      }
    } catch {
      // Fall back to the last build.
    }
    return file.zonesOf(id).catch(() => [])
  }

  /** Highlights the zones of these places that have an outline, and fits the map to them. */
  async function draw(
    id: number | null,
    places: readonly number[],
    request: LatestRequest,
    fit: boolean,
  ): Promise<number> {
    await untilLoaded(zones)
    const drawn = [...new Set(places)].flatMap((pk) => {
      const box = zones.zone(pk)?.box
      return box ? [{ pk, box }] : []
    })
    const pks = drawn.map(({ pk }) => pk)
    const isShown = $highlighted.get() === id && pks.join() === $business.get().join()
    if (!request.isCurrent() || isShown) return drawn.length
    if (drawn.length === 0) clearHighlight()
    else {
      $business.set(pks)
      $highlighted.set(id)
      if (fit) fits.toBox(boxAround(drawn.map(({ box }) => box)), MAP.fitPadding.organizations)
    }
    return drawn.length
  }

  /** A toggle. Resolves to the number of its zones with an outline; with none nothing moves. Never rejects. */
  async function highlightOrganization(id: number, fit = true): Promise<number> {
    if ($highlighted.get() === id) {
      const before = $business.get().length
      clearHighlight()
      return before
    }
    const request = requests.next()
    let answered = false
    const readBuilt = () => file.zonesOf(id)
    const places = await withSlowFallback(schedule, placesOf(id, request.signal), readBuilt, (built) => {
      // No places in the last build proves nothing: the organization may be newer.
      if (!answered && built.length > 0) void draw(id, built, request, fit)
    })
    answered = true
    return draw(id, places, request, fit)
  }

  return {
    $business,
    $highlighted,
    $highlight,
    clearHighlight,
    /** From an address. `fit`: it names no place. */
    async restoreHighlight(highlight: Highlight, fit: boolean): Promise<void> {
      if ('organization' in highlight) await highlightOrganization(highlight.organization, fit)
      else await draw(null, highlight.places, requests.next(), fit)
    },
    highlightOrganization,
  }
}

/** The zones in these rows. A server that does not know the filter sends rows of other organizations too. */
const zonesIn = (answer: unknown, id: number): number[] =>
  validRows(organizationLocation, answer).flatMap(({ organization, location }) =>
    organization === id ? [location] : [],
  )

function untilLoaded({ $source }: Pick<Zones, '$source'>): Promise<void> {
  return new Promise((resolve) => {
    const off = $source.subscribe((source) => {
      if (source === 'loading') return
      resolve()
      // The first call comes before `off` is assigned.
      queueMicrotask(() => off())
    })
  })
}
