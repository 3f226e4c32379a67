import { ownerIn } from '../../ownership.ts'
import { poly } from '../../pictures/pen.ts'
import type { BrannockBay } from '../../town.ts'
import { boxOf, buildingsOf } from '../buildings.ts'
import { label } from '../ornament.ts'
import type { Sheet } from '../sheet.ts'

/** The farms around the town: fences, lot number and, if known, the owner. */
export function farmLots(sheet: Sheet, town: BrannockBay, year: number, ink: string): string {
  let out = ''
  for (const zone of town.zones) {
    if (zone.kind !== 'farm' && zone.kind !== 'shore') continue
    const ring = zone.rings[0]!
    const { west, south, east, north } = boxOf(ring)
    out += poly(sheet.outline(ring), 'none', `stroke="${ink}" stroke-width="1.6" stroke-dasharray="14 6"`)
    const owner = ownerIn(town.ownerships, zone, year)
    const [e, n] = [(west + Math.min(east, 22)) / 2, Math.min(30, Math.max(-22, (south + north) / 2))]
    const fit = (Math.min(east, 22) - west) * sheet.scale * 0.85
    out += label(
      sheet,
      zone.lots[0]!.replace('LRE', 'Lake Range E., Lot')
        .replace('NR', 'North River, Lot')
        .replace('Con1', 'Con. I, Lot'),
      [e, n + 0.5],
      21,
      { face: 'slanted', fill: ink, fit },
    )
    if (owner !== undefined)
      out += label(sheet, owner.surname === '' ? owner.first : `${owner.first} ${owner.surname}`, [e, n - 0.4], 28, {
        face: 'italic',
        fill: ink,
        fit,
      })
    for (const building of buildingsOf(zone, year))
      out += poly(sheet.outline(building.ring), '#ffffff', `fill-opacity="0.4" stroke="${ink}" stroke-width="1.6"`)
  }
  return out
}
