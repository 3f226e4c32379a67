import { ownerIn } from '../../ownership.ts'
import { type Point, points } from '../../geometry.ts'
import { line, path, poly } from '../../pictures/pen.ts'
import type { BrannockBay } from '../../town.ts'
import { buildingsOf } from '../buildings.ts'
import { BROOKS, POND, coast, coastAt, roadsIn, stream, streamAt } from '../country.ts'
import {
  frames,
  label,
  lettered,
  lettersAlong,
  rose,
  scaleBar,
  strokes,
  title,
  waterLines,
  within,
} from '../ornament.ts'
import { laySheet } from '../sheet.ts'
import { farmLots } from './farm-lots.ts'
import { stoodIn } from '../../zones.ts'
import type { Plate } from './plate.ts'
import { river } from './river.ts'
import { BLOCKS, CROSSINGS, blockBox, corners, firstLots, isSquare, middleOf, streetLabels } from './survey.ts'

const INK = '#241f1c'
const STONE = '#ded3b4'
const sheet = laySheet({
  width: 3200,
  height: 2760,
  scale: 48,
  centre: [-10.6, 3],
  middle: [1640, 1400],
  turn: 0,
  errors: { wobble: 2.2, shrink: [0.006, 0.003], skew: -0.005, phase: 2.4 },
})

/** The key of the plan: the town's buildings in 1856. */
const REFERENCES: [letter: string, text: string, at: Point][] = [
  ['A', 'English Church', [-13.6, 2.9]],
  ['B', 'School House', [11.6, 3.8]],
  ['C', 'Brannock Arms Inn', [-2.2, 5]],
  ['D', 'Saw & Grist Mills', [0.2, 20.2]],
  ['E', 'Tannery', [-20, 15]],
  ['F', 'Calder’s Boat Yard', [-24.2, 15.2]],
  ['G', 'Thériault’s Fishery', [-24.6, 11.3]],
  ['H', 'Town Wharf', [-24.2, 18.8]],
  ['I', 'Brannock Hall', [-25.3, -0.2]],
  ['K', 'Burying Ground', [-5.4, -17.6]],
  ['L', 'Toll House', [11.6, -15]],
  ['M', 'Market Ground', [-6.5, -1]],
]

function ground(): string {
  const roads = roadsIn(1856).flatMap((road) =>
    road.name === 'Bridge' || road.name === 'Mill Road' || road.name === 'Concession Line'
      ? []
      : [
          [0.33, INK],
          [0.26, '#efe8d3'],
        ].map(([w, c]) =>
          path(
            sheet.trace(road.course),
            'none',
            `stroke="${c}" stroke-width="${Number(w) * 2 * 48}" stroke-linejoin="round"`,
          ),
        ),
  )
  const hatch = Array.from({ length: 420 }, (_, i) => {
    const n = -30 + i * 0.16
    const e = coastAt(n) + 1.45
    return n > 8.4 && n < 27
      ? undefined
      : ([sheet.at([e, n]), sheet.at([e - 0.55 - 0.4 * Math.abs(Math.sin(i * 2.3)), n])] as const)
  }).filter((s) => s !== undefined)
  return (
    waterLines(sheet, -34, 38, 26, 0.13, INK, 1.5) +
    path(sheet.trace(coast(-34, 38, 0.3)), 'none', `stroke="${INK}" stroke-width="3.4"`) +
    strokes(hatch, INK, 1.7) +
    roads.join('') +
    river(sheet, 36, 1, '#f3eddb', `stroke="${INK}" stroke-width="2.4"`) +
    path(sheet.trace([...POND, ...stream(12, -1, 0, 0.7)], true), '#f3eddb') +
    path(sheet.trace(POND), 'none', `stroke="${INK}" stroke-width="2.4"`) +
    [-0.6, -0.2, 0.2, 0.6]
      .map((k) =>
        path(
          sheet.trace(stream(coastAt(22.5 + k), 36, k, 0.5)),
          'none',
          `stroke="${INK}" stroke-width="0.9" stroke-opacity="0.6"`,
        ),
      )
      .join('') +
    path(sheet.trace(BROOKS[0]!.filter(([e, n]) => e > coastAt(n))), 'none', `stroke="${INK}" stroke-width="2"`) +
    path(
      sheet.trace([
        [-3.75, streamAt(-3.3) - 1.5],
        [-3.75, streamAt(-3.3) + 1.5],
      ]) +
        sheet.trace([
          [-3, streamAt(-3.3) - 1.5],
          [-3, streamAt(-3.3) + 1.5],
        ]),
      'none',
      `stroke="${INK}" stroke-width="4"`,
    )
  )
}

function lots(town: BrannockBay): string {
  let out = ''
  for (const block of BLOCKS) {
    const box = blockBox(block)
    out += poly(sheet.outline(corners(box)), isSquare(block) ? '#f3eddb' : STONE, `stroke="${INK}" stroke-width="3"`)
    if (isSquare(block)) continue
    for (const lot of firstLots(block)) {
      const [w, s, e, n] = lot.box
      out += poly(sheet.outline(corners(lot.box)), 'none', `stroke="${INK}" stroke-width="1.3"`)
      out += label(sheet, lot.number, [w + 0.24, n - 0.2], 15, { face: 'serif', fill: INK })
      const zone = town.zones.find(
        (z) =>
          stoodIn(z, 1856) &&
          z.lots.some((lots) => lots.split('-').some((each) => each === lot.number || each === `${lot.number}A`)),
      )
      const owner = zone && ownerIn(town.ownerships, zone, 1856)
      if (owner === undefined) continue
      const tall = n - s > e - w
      out += label(
        sheet,
        owner.surname === '' ? owner.first : `${owner.first.slice(0, 1)}. ${owner.surname}`,
        tall ? [(w + e) / 2 + 0.12, (s + n) / 2 - 0.1] : middleOf(lot.box),
        17,
        { face: 'italic', fill: INK, turn: tall ? -90 : 0, fit: Math.max(e - w, n - s) * 36 },
      )
    }
  }
  return out
}

export const town1856: Plate = {
  name: 'town-1856',
  sheet,
  neat: 110,
  known: [...CROSSINGS, [-29, 24.4], [18, -13.6]],
  seed: 'town 1856',
  age: { folds: [[0.25, 0.5, 0.75], [0.5]], brown: 0.7, stains: 5, tremble: 0, faded: 0.1 },
  draw(town) {
    const roman = { face: 'serif', fill: INK } as const
    const houses = town.zones
      .flatMap((zone) => buildingsOf(zone, 1856))
      .map((b) =>
        poly(sheet.outline(b.ring), b.trade === 'outbuilding' ? '#f3eddb' : INK, `stroke="${INK}" stroke-width="1.5"`),
      )
      .join('')
    const farms = farmLots(sheet, town, 1856, INK)
    const piers = town.zones
      .filter((z) => z.key === 'harbour' || z.key === 'cemetery')
      .flatMap((z) =>
        z.rings.map((ring) =>
          poly(sheet.outline(ring), z.key === 'harbour' ? '#f3eddb' : STONE, `stroke="${INK}" stroke-width="2.4"`),
        ),
      )
      .join('')
    const streets = streetLabels(1856)
      .map(({ name, at, upright }) =>
        label(sheet, name.toUpperCase(), at, 17, { ...roman, spacing: 6, turn: upright ? -90 : 0 }),
      )
      .join('')
    const references = REFERENCES.map(
      ([letter, text], i) =>
        lettered(`${letter}.`, [212, 1592 + i * 46], 30, { ...roman, anchor: 'start' }) +
        lettered(text, [270, 1592 + i * 46], 30, { face: 'italic', fill: INK, anchor: 'start' }),
    ).join('')
    const letters = REFERENCES.map(([letter, , at]) => {
      const [x, y] = sheet.at(at)
      return (
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="19" fill="#f3eddb" stroke="${INK}" stroke-width="2"/>` +
        lettered(letter, [x, y], 25, roman)
      )
    }).join('')
    const panel = (x: number, y: number, w: number, h: number): string =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#efe8d3" stroke="${INK}" stroke-width="4"/><rect x="${x + 12}" y="${y + 12}" width="${w - 24}" height="${h - 24}" fill="none" stroke="${INK}" stroke-width="1.5"/>`
    return (
      `<rect width="3200" height="2760" fill="#efe8d3"/>` +
      within(sheet, 112, ground() + farms + lots(town) + piers + houses + streets) +
      letters +
      lettersAlong(
        'MASKINONGE RIVER',
        Array.from({ length: 30 }, (_, i) => sheet.at([9.5 + i * 0.4, streamAt(9.5 + i * 0.4)])),
        26,
        roman,
      ) +
      label(sheet, 'Mill Pond', [4, streamAt(4) + 0.8], 24, { face: 'italic', fill: INK }) +
      label(sheet, 'GRAVEL ROAD TO THE CONCESSIONS', [13.4, -19.4], 15, { ...roman, turn: 57, spacing: 3 }) +
      panel(146, 640, 520, 540) +
      panel(166, 1490, 470, 670) +
      title(
        [
          ['VILLAGE OF', 40, { face: 'black', fill: INK, spacing: 8 }],
          ['BRANNOCK BAY', 60, { ...roman, spacing: 2, gap: 8 }],
          ['LAKE HURON · CANADA WEST', 24, { face: 'black', fill: INK, spacing: 4, gap: 6 }],
          ['From the Plans of the Estate Company', 25, { face: 'italic', fill: INK, gap: 18 }],
          ['with the Names of the Holders of Lots', 25, { face: 'italic', fill: INK }],
          ['1856', 56, { ...roman, spacing: 12, gap: 12 }],
          ['Drawn on stone and sold at the Beacon Office, Main Street', 15, { face: 'italic', fill: INK, gap: 10 }],
        ],
        [406, 675],
      ) +
      title([['REFERENCES', 32, { face: 'black', fill: INK, spacing: 5 }]], [400, 1512]) +
      line(212, 1562, 590, 1562, INK, 1.5) +
      references +
      rose([400, 1345], 116, -7, INK, '#efe8d3') +
      scaleBar(sheet, [190, 2480], 2, 4, INK, 'serif', 24) +
      frames(sheet, points('110,7 94,2 86,2'), INK)
    )
  },
}
