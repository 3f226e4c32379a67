import { type Point, points } from '../../geometry.ts'
import { line, path, poly } from '../../pictures/pen.ts'
import type { BrannockBay } from '../../town.ts'
import { buildingsOf, standsIn } from '../buildings.ts'
import { BROOKS, POND, RAILWAY, coast, coastAt, roadsIn, stream, streamAt } from '../country.ts'
import {
  frames,
  label,
  ladder,
  lettered,
  lettersAlong,
  rose,
  scaleBar,
  title,
  waterLines,
  within,
} from '../ornament.ts'
import { laySheet } from '../sheet.ts'
import { farmLots } from './farm-lots.ts'
import { GROUNDS, INK, NAMED, WARDS, WRITTEN } from './names-1879.ts'
import type { Plate } from './plate.ts'
import { river } from './river.ts'
import { BLOCKS, CROSSINGS, blockBox, corners, isSquare, middleOf, streetLabels } from './survey.ts'

const PAPER = '#f2e8cf'
const sheet = laySheet({
  width: 3300,
  height: 2900,
  scale: 49,
  centre: [-9.6, 2],
  middle: [1690, 1450],
  turn: 0,
  errors: { wobble: 1.8, shrink: [-0.003, 0.004], skew: 0.004, phase: 4.4 },
})

function ground(): string {
  const roads = roadsIn(1879).flatMap((road) =>
    ['Bridge', 'Mill Road', 'Concession Line'].includes(road.name)
      ? []
      : [
          [0.68, INK],
          [0.6, PAPER],
        ].map(([w, c]) =>
          path(
            sheet.trace(road.course),
            'none',
            `stroke="${c}" stroke-width="${Number(w) * 49}" stroke-linejoin="round"`,
          ),
        ),
  )
  const track = sheet.trace(RAILWAY)
  return (
    path(sheet.trace([...coast(-34, 38, 0.5), [-46, 38], [-46, -34]], true), '#cfe0e0', 'fill-opacity="0.8"') +
    path(
      sheet.trace([...coast(-34, 38, 0.5), ...coast(38, -34, 0.5).map(([e, n]): Point => [e - 1.3, n])], true),
      '#86b2c2',
      'fill-opacity="0.5"',
    ) +
    waterLines(sheet, -34, 38, 9, 0.18, '#3f6477', 1.5) +
    path(sheet.trace(coast(-34, 38, 0.3)), 'none', `stroke="${INK}" stroke-width="3"`) +
    roads.join('') +
    river(sheet, 38, 1, '#bcd6da', `stroke="${INK}" stroke-width="2"`) +
    path(sheet.trace([...POND, ...stream(12, -1, 0, 0.7)], true), '#bcd6da') +
    path(sheet.trace(POND), 'none', `stroke="${INK}" stroke-width="2"`) +
    path(sheet.trace(BROOKS[0]!.filter(([e, n]) => e > coastAt(n))), 'none', `stroke="#5c8da0" stroke-width="5"`) +
    [-3.7, -3.05]
      .map((e) =>
        path(
          sheet.trace([
            [e, streamAt(-3.3) - 1.4],
            [e, streamAt(-3.3) + 1.4],
          ]),
          'none',
          `stroke="${INK}" stroke-width="4"`,
        ),
      )
      .join('') +
    path(track, 'none', `stroke="${INK}" stroke-width="3"`) +
    path(track, 'none', `stroke="${INK}" stroke-width="15" stroke-dasharray="2.5 12"`) +
    path(sheet.trace(points('15.9,15.5 15.9,3 16.4,0')), 'none', `stroke="${INK}" stroke-width="2.4"`) +
    path(sheet.trace(points('16.9,14 16.9,5 16.4,2')), 'none', `stroke="${INK}" stroke-width="2.4"`)
  )
}

function wards(town: BrannockBay): string {
  let out = ''
  for (const block of BLOCKS) {
    const colour = WARDS.find(([, , has]) => has(block.column, block.row))![1]
    const box = blockBox(block)
    if (isSquare(block)) {
      out +=
        poly(sheet.outline(corners(box)), '#bfd0a0', `stroke="${INK}" stroke-width="2.4"`) +
        label(sheet, 'MARKET SQUARE', middleOf(box), 27, { face: 'black', fill: INK, spacing: 3 })
      continue
    }
    out +=
      poly(sheet.outline(corners(box)), colour, 'fill-opacity="0.5"') +
      poly(sheet.outline(corners(box, 0.09)), 'none', `stroke="${colour}" stroke-width="9" stroke-opacity="0.85"`)
    for (const slot of block.slots) {
      const [w, s, e, n] = slot.box
      out += poly(sheet.outline(corners(slot.box)), 'none', `stroke="${INK}" stroke-width="1" stroke-opacity="0.8"`)
      if (slot.lots.length === 1)
        out += label(sheet, slot.lots[0]!, n - s < 1 ? [e - 0.24, (s + n) / 2] : [w + 0.26, s + 0.22], 14, {
          face: 'slanted',
          fill: INK,
        })
    }
    out += poly(sheet.outline(corners(box)), 'none', `stroke="${INK}" stroke-width="2.4"`)
  }
  const roofs = town.zones
    .flatMap((zone) => buildingsOf(zone, 1879))
    .map((b) =>
      poly(
        sheet.outline(b.ring),
        b.trade === 'outbuilding' ? '#b9b2a8' : b.brick ? '#cf5f62' : '#e9c53f',
        `stroke="${INK}" stroke-width="1.6"`,
      ),
    )
  return out + roofs.join('')
}

export const town1879: Plate = {
  name: 'town-1879',
  sheet,
  neat: 150,
  known: [...CROSSINGS, [16.4, 19.6], [20, -13.6]],
  seed: 'town 1879',
  age: { folds: [[0.5], []], brown: 0.55, stains: 3, tremble: 0, faded: 0.05 },
  draw(town) {
    const sans = { face: 'sans', fill: INK } as const
    const outlines = town.zones
      .filter((z) => z.key in GROUNDS)
      .flatMap((z) =>
        z.rings.map((ring) =>
          poly(sheet.outline(ring), GROUNDS[z.key]!, `stroke="${INK}" stroke-width="1.6" fill-opacity="0.7"`),
        ),
      )
      .join('')
    const streets = streetLabels(1879)
      .map(({ name, at, upright }) =>
        label(sheet, name.toUpperCase(), at, 19, { ...sans, spacing: 7, turn: upright ? -90 : 0 }),
      )
      .join('')
    const named = NAMED.filter(([key]) => {
      const zone = town.zones.find((z) => z.key === key)
      return zone !== undefined && standsIn(zone, 1879)
    })
      .map(([, text, at]) => label(sheet, text, at, 17, { face: 'slanted', fill: INK, halo: PAPER }))
      .join('')
    const oval = Array.from({ length: 49 }, (_, i): Point => [
      11.5 + 2.2 * Math.cos((i * Math.PI) / 24),
      14 + 1.7 * Math.sin((i * Math.PI) / 24),
    ])
    const legend =
      WARDS.map(
        ([name, colour], i) =>
          `<rect x="235" y="${2016 + i * 62}" width="70" height="40" fill="${colour}" fill-opacity="0.7" stroke="${INK}" stroke-width="2"/>` +
          lettered(name, [330, 2036 + i * 62], 29, { face: 'serif', fill: INK, anchor: 'start' }),
      ).join('') +
      [
        ['#cf5f62', 'Brick or stone'],
        ['#e9c53f', 'Frame'],
        ['#b9b2a8', 'Stables and sheds'],
      ]
        .map(
          ([colour, text], i) =>
            `<rect x="235" y="${2280 + i * 56}" width="70" height="36" fill="${colour}" stroke="${INK}" stroke-width="2"/>` +
            lettered(text!, [330, 2298 + i * 56], 27, { face: 'italic', fill: INK, anchor: 'start' }),
        )
        .join('')
    const flourish = (y: number): string =>
      path(
        `M260 ${y}q140 -34 180 0q40 34 180 0M440 ${y}m-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0`,
        'none',
        `stroke="${INK}" stroke-width="2.4"`,
      )
    return (
      `<rect width="3300" height="2900" fill="${PAPER}"/>` +
      within(
        sheet,
        152,
        ground() +
          farmLots(sheet, town, 1879, INK) +
          outlines +
          wards(town) +
          path(sheet.trace(oval, true), 'none', `stroke="${INK}" stroke-width="2" stroke-dasharray="8 5"`) +
          streets +
          named,
      ) +
      WRITTEN.map(([text, at, size, options]) => label(sheet, text, at, size, { halo: PAPER, ...options })).join('') +
      label(sheet, 'Mill Pond', [4, streamAt(4) + 0.8], 28, { face: 'italic', fill: '#2f5668' }) +
      lettersAlong(
        'MASKINONGE RIVER',
        Array.from({ length: 30 }, (_, i) => sheet.at([10 + i * 0.4, streamAt(10 + i * 0.4)])),
        30,
        { face: 'italic', fill: '#2f5668' },
      ) +
      title(
        [
          ['MAP OF', 34, { face: 'black', fill: INK, spacing: 12 }],
          ['Brannock Bay', 88, { face: 'italic', fill: '#8c2f2b', gap: 18 }],
          ['ONTARIO', 46, { face: 'serif', fill: INK, spacing: 26, gap: 16 }],
          ['Wards, Buildings and Names', 29, { face: 'italic', fill: INK, gap: 34 }],
          ['as they stood in', 28, { face: 'italic', fill: INK }],
          ['1879', 66, { face: 'serif', fill: '#8c2f2b', spacing: 10, gap: 8 }],
        ],
        [440, 770],
      ) +
      flourish(1330) +
      line(235, 1990, 640, 1990, INK, 1.5) +
      lettered('EXPLANATION', [440, 1960], 30, { face: 'black', fill: INK, spacing: 6 }) +
      legend +
      rose([430, 1570], 140, -7, '#8c2f2b', PAPER) +
      scaleBar(sheet, [230, 2620], 2, 4, INK, 'serif', 25) +
      ladder(sheet, 118, 16, 60, INK) +
      frames(sheet, points('150,3 134,3 118,3 98,8'), INK)
    )
  },
}
