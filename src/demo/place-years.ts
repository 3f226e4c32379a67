import { type Day, day, yearOf } from './dates.ts'
import type { Ring } from './geometry.ts'
import type { Item } from './items/catalogue.ts'
import type { Town } from './items/draft.ts'
import { boxOf, firstBuilt } from './maps/buildings.ts'
import { blockBox } from './maps/plates/survey.ts'
import type { Ownership } from './ownership.ts'
import { adultDuring, fullName } from './people.ts'
import { FORMER_NAMES, GONE_PLACES, JOINS, LAID_OUT, PARK_LOTS, RENAMED, RENUMBERED, SPLITS } from './places-table.ts'
import type { Random } from './random.ts'
import { EAST_WEST, ringOf } from './street-grid.ts'
import { type Zone, landmarkOf } from './zones.ts'

const year = (of: number): Day => day(of, 0, 0)
const isBefore = (deed: Ownership, when: number): boolean => yearOf(deed.date) < when

/** The two halves of a lot along its street, first the one with the lower numbers. */
function halves(zone: Zone): [Ring, Ring] {
  const { west, south, east, north } = boxOf(zone.rings[0]!)
  const [w, s, e, n] = [west - 0.008, south - 0.008, east + 0.008, north + 0.008]
  const [midEast, midNorth] = [(w + e) / 2, (s + n) / 2]
  return EAST_WEST.includes(zone.street)
    ? [ringOf([w, s, midEast, n]), ringOf([midEast, s, e, n])]
    : [ringOf([w, midNorth, e, n]), ringOf([w, s, e, midNorth])]
}

/** The same street, so many numbers further: “14 Mill Road”. */
const further = (address: string, by: number): string =>
  address.replace(/^\d+/, (number) => String(Number(number) + by))

/**
 * Gives the places of a finished town their years, and adds those that are gone: lots before they were split or joined, park lots of the estate, and what
 * fire and water took. Nothing that the town tells of a place is older than the place. Changes the zones; returns all of them, and the deeds, which
 * follow their lots.
 */
export function giveYears(
  random: Random,
  town: Town & { items: readonly Item[] },
): { zones: Zone[]; ownerships: Ownership[] } {
  const zones = [...town.zones]
  const chains = new Map(zones.map((zone) => [zone, town.ownerships.filter((deed) => deed.zone === zone)]))
  const deedsOf = (zone: Zone): Ownership[] => chains.get(zone) ?? []
  const add = (zone: Omit<Zone, 'pk'>): Zone => {
    const added = { ...zone, pk: zones.length + 1 }
    zones.push(added)
    return added
  }
  const firstRecord = (zone: Zone): number =>
    Math.min(
      ...town.items.flatMap((item) => (item.zone === zone && item.date ? [yearOf(item.date)] : [])),
      ...town.organizations.flatMap((o) => o.premises.flatMap((p) => (p.zone === zone ? [p.from] : []))),
    )

  for (const zone of town.zones) {
    const [patent, sale] = deedsOf(zone)
    const built = LAID_OUT[zone.key] ?? firstBuilt(zone)
    const known = Math.min(built ?? Infinity, firstRecord(zone))
    const { west, south } = boxOf(zone.rings[0]!)
    const isFirstSection = (west < 2 && south > 1) || zone.kind === 'farm' || zone.kind === 'shore'
    if (patent) {
      const start = isFirstSection ? 1835 : Math.min(known, sale ? yearOf(sale.date) : Infinity)
      zone.from = year(Math.max(1835, start))
      zone.circa = start === built && start < firstRecord(zone)
      if (patent.date < zone.from) Object.assign(patent, { date: zone.from, source: `Plan of the estate, ${start}` })
    } else if (built && (zone.description !== '' || random.chance(0.25))) {
      zone.from = year(known)
      zone.circa = zone.description === ''
    }
    if (zone.description !== '' && patent && built && zone.from! + 20000 < year(built)) {
      const lots = zone.lots.join(', ')
      const name = /^\d/.test(lots) ? `Lot${zone.lots.length > 1 ? 's' : ''} ${lots}` : lots
      zone.formerNames = [[name, zone.from!, year(built)]]
    }
  }

  /** Deeds on a plan begin with whoever owned the land before it; a will that follows would be of somebody else's land. */
  const onPlan = (zone: Zone, lot: string, owner: Ownership, when: number, later: Ownership[]): void => {
    const plan = {
      ...owner,
      date: year(when),
      source: `Plan of subdivision, registered ${when}`,
      how: 'patent' as const,
    }
    const sales = later.map((deed, i): Ownership => {
      const isTheirs = i > 0 || deed.how !== 'will' || deed.source.startsWith(`Will of ${fullName(owner.person)},`)
      return isTheirs ? deed : { ...deed, how: 'sale', source: `Deed of ${yearOf(deed.date)}` }
    })
    const chain = [plan, ...sales].map((deed) => ({ ...deed, lot, zone }))
    chains.set(zone, chain)
    zone.lots = [lot, ...zone.lots.slice(1)]
  }
  const part = (zone: Zone, when: number, succession: 'split' | 'joined', ...before: Zone[]): void => {
    Object.assign(zone, { from: year(when), circa: false, succession, predecessors: before.map(({ pk }) => pk) })
  }
  const lotBefore = (zone: Zone, when: number, lot: string, at: Partial<Zone>): Zone => {
    const name = `Lot ${lot}, ${zone.street}`
    const { address, kind, rings, street, from } = zone
    const before = { key: name, name, address, altnames: [], kind, rings, lots: [lot], description: '', street }
    return add({ ...before, ...(from && { from }), until: year(when), ...at })
  }

  for (const [key, when] of SPLITS) {
    const zone = landmarkOf(zones, key)
    const lot = zone.lots[0]!
    const deeds = deedsOf(zone)
    const before = lotBefore(zone, when, lot, {})
    const [near, far] = halves(zone)
    const name = further(zone.name, 2)
    const next = add({ ...zone, key: name, name, address: further(zone.address, 2), rings: [far] })
    zone.rings = [near]
    for (const half of [zone, next]) part(half, when, 'split', before)
    const old = deeds.filter((deed) => isBefore(deed, when)).map((deed) => ({ ...deed, zone: before }))
    const owner = old.at(-1)!
    const sold = year(when + random.int(2, 6)) + 501
    const buyer = random.pick(town.people.filter((one) => one !== owner.person && adultDuring(one, sold, sold + 30000)))
    const sale: Ownership = { ...owner, person: buyer, date: sold, source: `Deed of ${yearOf(sold)}`, how: 'sale' }
    chains.set(before, old)
    onPlan(
      zone,
      `${lot}A`,
      owner,
      when,
      deeds.filter((deed) => !isBefore(deed, when)),
    )
    onPlan(next, `${lot}B`, owner, when, [sale])
  }

  for (const [key, when] of JOINS) {
    const zone = landmarkOf(zones, key)
    const deeds = deedsOf(zone)
    const rings = halves(zone)
    const before = zone.lots.map((lot, i) =>
      lotBefore(zone, when, lot, { rings: [rings[i]!], address: further(zone.address, 4 * i) }),
    )
    const lot = zone.lots.join('-')
    zone.lots = [lot]
    part(zone, when, 'joined', ...before)
    chains.set(
      before[0]!,
      deeds.filter((deed) => isBefore(deed, when)).map((deed) => ({ ...deed, zone: before[0]! })),
    )
    chains.set(
      zone,
      deeds.filter((deed) => !isBefore(deed, when)).map((deed) => ({ ...deed, lot })),
    )
  }

  PARK_LOTS.forEach(([column, row, when], i) => {
    const box = blockBox({ column, row })
    const inside = (zone: Zone): boolean => {
      const { west, south, east, north } = boxOf(zone.rings[0]!)
      return west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]
    }
    const lots = town.zones.filter(inside)
    const name = `Park Lot ${i + 1}`
    const place = { key: name, name, altnames: [], lots: [name], description: '', street: '', kind: 'park' as const }
    const before = add({
      ...place,
      address: `${lots[0]!.street}, Brannock Bay`,
      rings: [ringOf(box)],
      from: year(1835),
      until: year(when),
    })
    const chain = deedsOf(lots.find((zone) => deedsOf(zone).length > 0)!).filter((deed) => isBefore(deed, when))
    const old = chain.map((deed) => ({ ...deed, lot: name, zone: before }))
    chains.set(before, old)
    for (const zone of lots) {
      part(zone, when, 'split', before)
      const later = deedsOf(zone).filter((deed) => !isBefore(deed, when))
      onPlan(zone, zone.lots[0]!, old.at(-1)!, when, later)
    }
  })

  for (const { next, ring, address, ...rest } of GONE_PLACES) {
    const street = address.replace(/^\d+ /, '')
    const gone = add({ ...rest, address: `${address}, Brannock Bay`, rings: [ring], lots: [], street })
    const after = next && landmarkOf(zones, next)
    if (!after) continue
    after.predecessors = [gone.pk]
    if (next === 'baptist') after.succession = 'moved'
    // Nobody owned the ground of the light before there was one.
    const since = after.from ?? 0
    if (since < gone.until!) {
      after.from = year(firstBuilt(after)!)
      delete after.formerNames
      const kept = deedsOf(after).filter((deed) => !isBefore(deed, yearOf(after.from!)))
      chains.set(after, kept)
    }
  }
  nameStreets(zones)
  // The deeds of joined lots stand before those of the whole: who sells is in the line above.
  const joined = zones.filter(({ succession }) => succession === 'joined')
  const partsOf = (zone: Zone): Zone[] => (joined.includes(zone) ? zone.predecessors!.map((pk) => zones[pk - 1]!) : [])
  const parts = new Set(joined.flatMap(partsOf))
  const inOrder = zones.flatMap((zone) => (parts.has(zone) ? [] : [...partsOf(zone), zone]))
  return { zones, ownerships: inOrder.flatMap(deedsOf) }
}

function nameStreets(zones: readonly Zone[]): void {
  const name = (zone: Zone, was: string, until: number): void => {
    const names = (zone.formerNames ??= [])
    const from = names.at(-1)?.[2] ?? zone.from ?? year(1835)
    if (from < year(until)) names.push([was, from, year(until)])
  }
  for (const [key, was, until] of FORMER_NAMES) name(landmarkOf(zones, key), was, until)
  let number = 1
  for (const zone of zones.filter(({ until, address }) => until === undefined && /^\d/.test(address))) {
    const isLandmark = zone.description !== ''
    for (const [street, before, until] of RENAMED)
      if (zone.street === street) {
        const was = `${/^\d+/.exec(zone.address)![0]} ${before}`
        name(zone, isLandmark ? `${zone.name}, ${was}` : was, until)
      }
    if (zone.street === RENUMBERED.street && !isLandmark)
      name(zone, `${number++} ${RENUMBERED.street}`, RENUMBERED.year)
  }
}
