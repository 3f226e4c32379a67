import type { Row } from './row.ts'
import { PLAQUES, STYLES } from './heritage-table.ts'
import { ownerIn } from './ownership.ts'
import { fullName, shortName } from './people.ts'
import type { Random } from './random.ts'
import type { BrannockBay } from './town.ts'
import { landmarkOf } from './zones.ts'

/** Heritage records, descriptions and plaques: the files `heritage`, `location_descriptions` and `plaques`. */
export function heritageRecords(town: BrannockBay, random: Random): Record<string, Row[]> {
  /** Not what is gone, nor what came out of it under a number of its own. */
  const standing = town.zones.slice(
    0,
    town.zones.findIndex((zone) => zone.until !== undefined),
  )
  const built = standing.filter((zone) =>
    ['house', 'church', 'hall', 'hotel', 'mill', 'school', 'station', 'shop'].includes(zone.kind),
  )
  const recorded = built.filter((zone) => zone.description !== '' || random.chance(zone.kind === 'shop' ? 0.5 : 0.2))
  const heritage = recorded.map((zone, i) => {
    const [style, text] = random.pick(STYLES.filter(([, , kinds]) => kinds.includes(zone.kind)))
    return {
      id: i + 1,
      location: zone.pk,
      architectural_style: style,
      architectural_description: text,
      heritage_registry_entry:
        zone.description !== '' || random.chance(0.4)
          ? `https://register.brannockbay.example/properties/${zone.pk}`
          : '',
    }
  })
  const described = standing.filter(
    (zone) => zone.description !== '' || (['house', 'farm', 'shop', 'shore'].includes(zone.kind) && random.chance(0.4)),
  )
  const gone = town.zones.filter((zone) => zone.until !== undefined && zone.description !== '')
  const descriptions = [...described, ...gone].map((zone, i) => {
    const owners = town.ownerships.filter((link) => link.zone === zone)
    const first = owners[1]
    const later = ownerIn(town.ownerships, zone, 1925)
    const own =
      first === undefined
        ? 'Part of the survey of 1835; nothing is known of its early occupants.'
        : `${random.pick(['First sold', 'Taken up', 'Sold by the estate'])} in ${Math.floor(first.date / 10000)} to ${fullName(first.person)}${later !== undefined && later !== first.person ? `; ${shortName(later)} held it in 1925` : ''}. ${random.pick(['The well is under the driveway.', 'Apple trees at the back are older than the house.', 'The house was moved ten feet in 1911, to spite a neighbour.', 'A trade card found in the wall is in the archive.', 'The cellar wall carries a high-water mark.', 'Brick from the Lake Range kiln.', 'The veranda posts were turned at the planing mill.', 'Built twice: the first burned before it was paid for.'])}`
    return { id: i + 1, location: zone.pk, description: zone.description === '' ? own : zone.description }
  })
  const plaques = PLAQUES.map(([key, name, text], i) => ({
    id: i + 1,
    location: landmarkOf(town.zones, key).pk,
    name,
    text,
  }))
  return { heritage, location_descriptions: descriptions, plaques }
}
