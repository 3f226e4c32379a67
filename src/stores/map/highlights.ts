import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { MAP } from '#contract/limits.ts'
import { organizationLocation } from '#contract/organization.ts'
import type { Box } from '#rules/small-maps.ts'
import type { Later } from '../shared/parts.ts'
import { rowsOf } from '../shared/rows.ts'
import { createTurns, type Turn } from '../shared/turns.ts'
import { orMeanwhile } from '../shared/waits.ts'
import type { Fits } from './fits.ts'
import type { OrganizationsFile } from './organizations-file.ts'
import type { Zones } from './zones.ts'

interface Around {
  client: Client
  later: Later
  zones: Pick<Zones, '$source' | 'zone'>
  fits: Fits
  file: OrganizationsFile
  isAway(): boolean
}

/** Highlight Location(s): the zones of one organization, and their extent (spec §2 "Map behaviour", §9). */
export function createHighlights({ client, later, zones, fits, file, isAway }: Around) {
  const $business = atom<readonly number[]>([])
  const $highlighted = atom<number | null>(null)
  const turns = createTurns()

  function clearHighlight() {
    turns.end()
    $highlighted.set(null)
    if ($business.get().length > 0) $business.set([])
  }
  async function placesOf(id: number, signal: AbortSignal): Promise<readonly number[]> {
    try {
      if (!isAway()) {
        return zonesIn(await client.read('organizationLocations', { query: { organization: id }, signal }), id)
      }
    } catch {
      // The last build knows it as it was.
    }
    return file.zonesOf(id).catch(() => [])
  }

  /** The zones of these places that have an outline, in yellow and in sight. */
  async function draw(id: number, places: readonly number[], turn: Turn): Promise<number> {
    await untilLoaded(zones)
    const drawn = [...new Set(places)].flatMap((pk) => {
      const box = zones.zone(pk)?.box
      return box ? [{ pk, box }] : []
    })
    const pks = drawn.map(({ pk }) => pk)
    const isShown = $highlighted.get() === id && pks.join() === $business.get().join()
    if (!turn.isCurrent() || isShown) return drawn.length
    if (drawn.length === 0) clearHighlight()
    else {
      $business.set(pks)
      $highlighted.set(id)
      fits.toBox(drawn.map(({ box }) => box).reduce(around), MAP.fitPadding.organizations)
    }
    return drawn.length
  }

  return {
    $business,
    $highlighted,
    clearHighlight,
    async highlightOrganization(id: number): Promise<number> {
      if ($highlighted.get() === id) {
        const before = $business.get().length
        clearHighlight()
        return before
      }
      const turn = turns.next()
      let answered = false
      const places = await orMeanwhile(later, placesOf(id, turn.signal), () => {
        // None in the last build says nothing yet: the organization may be newer.
        const show = (built: readonly number[]) => {
          if (!answered && built.length > 0) void draw(id, built, turn)
        }
        file.zonesOf(id).then(show, () => {})
      })
      answered = true
      return draw(id, places, turn)
    },
  }
}

const around = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

/** The zones that rows name; a server that does not know the filter sends others' too. */
const zonesIn = (answer: unknown, id: number): number[] =>
  rowsOf(organizationLocation, answer).flatMap(({ organization, location }) => (organization === id ? [location] : []))

function untilLoaded({ $source }: Pick<Zones, '$source'>): Promise<void> {
  return new Promise((resolve) => {
    const off = $source.subscribe((source) => {
      if (source === 'loading') return
      resolve()
      // The first call comes before there is anything to take off.
      queueMicrotask(() => off())
    })
  })
}
