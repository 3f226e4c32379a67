import { type Point, points } from '../../geometry.ts'
import { type XY, path, poly } from '../../pictures/pen.ts'
import { createRandom } from '../../random.ts'
import { BROOKS, CONCESSION_EASTS, FARM, SIDELINE_NORTHS, coast, coastAt, roadsIn, streamAt } from '../country.ts'
import { frames, label, ladder, lettered, lettersAlong, rose, title, waterLines, within } from '../ornament.ts'
import { TRUE_NORTH, laySheet } from '../sheet.ts'
import { INK, HAMLETS, SURNAMES, TOWNSHIPS, WRITTEN } from './county-names.ts'
import type { Plate } from './plate.ts'
import { river } from './river.ts'
import { BLOCKS, blockBox, corners } from './survey.ts'

const sheet = laySheet({
  width: 3200,
  height: 2860,
  scale: 6,
  centre: [98, 2],
  middle: [1600, 1430],
  turn: TRUE_NORTH,
  errors: { wobble: 12, shrink: [0.004, 0.006], skew: 0.007, phase: 3.3 },
})

const STRIPS = [...CONCESSION_EASTS, 306.5].map((east, i) => ({
  west: i === 0 ? -26 : CONCESSION_EASTS[i - 1]!,
  east,
  number: i,
}))
const STRIP_NAMES = ['LAKE RANGE', ...['I', 'II', 'III', 'IV', 'V', 'VI'].map((number) => `CONCESSION ${number}`)]

/** Lots along each concession with their numbers and, if settled, a name. */
function lots(): string {
  const random = createRandom('holders of 1862')
  let lines = ''
  let names = ''
  let roofs = ''
  for (const { west, east } of STRIPS) {
    for (let row = -22; row < 23; row++) {
      const south = FARM.from + FARM.breadth * row
      const left = Math.max(west, coastAt(south) + 3)
      if (east - left < 8 || (east < 42 && south > -30 && south < 30)) continue
      lines += sheet.trace([
        [left, south],
        [east, south],
      ])
      const number = ((row + 22) % 45) + 1
      names += label(sheet, String(number), [east - 3.4, south + FARM.breadth / 2], 17, {
        face: 'serif',
        fill: INK,
        turn: 7,
      })
      const half = (left + east) / 2
      if (random.chance(0.5))
        lines += sheet.trace([
          [half, south],
          [half, south + FARM.breadth],
        ])
      if (random.chance(0.62))
        names += label(
          sheet,
          `${random.pick(['J', 'A', 'W', 'R', 'D', 'T', 'H', 'G', 'P', 'M', 'N'])}. ${random.pick(SURNAMES)}`,
          [half + random.pick([-13, 11]) * Math.min(1, (east - left) / 60), south + FARM.breadth / 2],
          19,
          { face: 'italic', fill: INK, turn: 7, fit: Math.max(30, (half - left) * 5.2) },
        )
      if (random.chance(0.4)) {
        const [x, y] = sheet.at([east - 0.9, south + random.between(3, 8)])
        roofs += `M${(x - 3).toFixed(1)} ${(y - 3).toFixed(1)}h6v6h-6Z`
      }
    }
  }
  return path(lines, 'none', `stroke="${INK}" stroke-width="1" stroke-opacity="0.75"`) + names + path(roofs, INK)
}

function washes(): string {
  return TOWNSHIPS.map(([, colour, [west, south, east, north]]) => {
    const edge = south > 0 || north < 0 || west < 0 ? coast(Math.max(-280, south), Math.min(280, north), 2) : undefined
    const ring: Point[] =
      west > 0
        ? corners([west, south, east, north])
        : [...edge!, [east, Math.min(280, north)], [east, Math.max(-280, south)]]
    const inner = ring.map(([e, n]): Point => [
      e + (e > (west + east) / 2 ? -1.7 : 1.2),
      n + (n > (south + north) / 2 ? -1.7 : 1.7),
    ])
    return (
      poly(sheet.outline(ring), colour, 'fill-opacity="0.3"') +
      path(sheet.trace(inner, true), 'none', `stroke="${colour}" stroke-width="22" stroke-opacity="0.6"`) +
      path(sheet.trace(ring, true), 'none', `stroke="${INK}" stroke-width="3.4" stroke-dasharray="26 8 4 8"`)
    )
  }).join('')
}

const symbol = (at: Point, d: string, fill = INK): string => {
  const [x, y] = sheet.at(at)
  return path(d.replaceAll('@', `${x.toFixed(1)} ${y.toFixed(1)}`), fill, `stroke="${INK}" stroke-width="1.6"`)
}

export const county1862: Plate = {
  name: 'county-1862',
  sheet,
  neat: 150,
  known: [
    [-21.5, 16.5],
    [-35, 22.5],
    ...[40.5, 107, 173.5, 240].flatMap((e) => [-180.75, -23.25, 134.25].map((n): Point => [e, n])),
  ].slice(0, 14) as Point[],
  seed: 'county 1862',
  age: {
    folds: [
      [0.2, 0.4, 0.6, 0.8],
      [0.33, 0.66],
    ],
    brown: 0.75,
    stains: 4,
    tremble: 0,
    faded: 0.08,
  },
  draw() {
    const roman = { face: 'serif', fill: INK } as const
    const sans = { face: 'sans', fill: INK } as const
    const road = (course: readonly Point[]): string =>
      path(sheet.trace(course), 'none', `stroke="${INK}" stroke-width="6.4" stroke-linejoin="round"`) +
      path(sheet.trace(course), 'none', `stroke="#f1e7cb" stroke-width="3.8" stroke-linejoin="round"`)
    const sidelines = SIDELINE_NORTHS.map((n) =>
      road([
        [Math.max(coastAt(n) + 8, n === -23.25 ? 18 : -200), n],
        [306.5, n],
      ]),
    ).join('')
    const brooks = BROOKS.map((brook) =>
      path(sheet.trace(brook.filter(([e, n]) => e > coastAt(n))), 'none', `stroke="#4f7f92" stroke-width="3"`),
    ).join('')
    const hamlets = HAMLETS.map(([name, at]) => {
      const [x, y] = sheet.at(at)
      // prettier-ignore
      const dots: XY[] = [[-16, -13], [14, -14], [-15, 14], [15, 13], [-30, -14], [30, 14]]
      return (
        dots
          .map(([dx, dy]) => `<rect x="${x + dx - 5}" y="${y + dy - 4}" width="10" height="8" fill="${INK}"/>`)
          .join('') + lettered(name, [x + 6, y - 38], 30, { ...roman, turn: 7 })
      )
    }).join('')
    const churches = points('107,-76 40.5,81.75 173.5,30 240,134.25 107,60')
      .map((at) => symbol([at[0] + 1.8, at[1] + 2.6], 'M@h9v-9h-3.5v-8h-2v8h-3.5Z'))
      .join('')
    const mills = (
      [
        [120, streamAt(120)],
        [205, streamAt(205)],
      ] as Point[]
    )
      .map(
        (at) =>
          symbol([at[0], at[1] + 2], 'M@m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M@m-9 0h18', '#f1e7cb') +
          label(sheet, 'Saw Mill', [at[0] + 1, at[1] + 6], 19, { face: 'italic', fill: INK, turn: 7 }),
      )
      .join('')
    const town = BLOCKS.map((block) => poly(sheet.outline(corners(blockBox(block))), '#5b4a42')).join('')
    return (
      `<rect width="3200" height="2860" fill="#f1e7cb"/>` +
      within(
        sheet,
        152,
        path(sheet.trace([...coast(-300, 300, 2), [-400, 300], [-400, -300]], true), '#d3dfd6', 'fill-opacity="0.7"') +
          washes() +
          lots() +
          waterLines(sheet, -300, 300, 14, 1.3, '#3f6a7c', 1.7) +
          path(sheet.trace(coast(-300, 300, 1)), 'none', `stroke="${INK}" stroke-width="3"`) +
          brooks +
          river(sheet, 330, 1.1, '#b5d0d4', `stroke="#2f5668" stroke-width="1.8"`, 1.2) +
          sidelines +
          roadsIn(1862)
            .filter((r) => !r.name.startsWith('Sideline'))
            .map((r) => road(r.course))
            .join('') +
          town,
      ) +
      hamlets +
      churches +
      mills +
      TOWNSHIPS.map(([name, , , at]) =>
        label(sheet, name, at, 50, { face: 'black', fill: INK, spacing: 16, turn: 7, opacity: 0.62, fit: 900 }),
      ).join('') +
      STRIPS.map(({ west, east, number }) =>
        label(sheet, STRIP_NAMES[number]!, [(west + east) / 2 + 2, -186], 21, { ...sans, turn: 7, spacing: 3 }),
      ).join('') +
      WRITTEN.map(([text, at, size, options]) => label(sheet, text, at, size, options)).join('') +
      lettersAlong(
        'MASKINONGE RIVER',
        Array.from({ length: 40 }, (_, i) => sheet.at([52 + i * 1.6, streamAt(52 + i * 1.6) + 4])),
        26,
        { face: 'italic', fill: '#2f5668' },
      ) +
      lettered('LAKE', [420, 2120], 80, { face: 'italic', fill: '#2f5668', spacing: 18 }) +
      lettered('HURON', [420, 2240], 80, { face: 'italic', fill: '#2f5668', spacing: 18 }) +
      title(
        [
          ['MAP', 60, { ...roman, spacing: 26 }],
          ['of part of the', 32, { face: 'italic', fill: INK }],
          ['COUNTY', 92, { face: 'black', fill: '#7b2e28', spacing: 12, gap: 12 }],
          ['on the Lake Shore', 40, { face: 'italic', fill: INK, gap: 14 }],
          ['CANADA WEST', 40, { ...roman, spacing: 9, gap: 10 }],
          ['Concessions and Lots from the Crown', 29, { face: 'italic', fill: INK, gap: 22 }],
          ['Surveys, with Churches, Mills and', 29, { face: 'italic', fill: INK }],
          ['the Names of Settlers', 29, { face: 'italic', fill: INK }],
          ['1862', 66, { ...roman, spacing: 12, gap: 16 }],
        ],
        [500, 290],
      ) +
      rose([460, 1700], 150, 0, INK, '#f1e7cb') +
      `<g>${Array.from({ length: 4 }, (_, i) => `<rect x="${240 + i * 120}" y="2600" width="120" height="14" fill="${i % 2 === 0 ? INK : '#f1e7cb'}" stroke="${INK}" stroke-width="2"/>` + lettered(String(i * 20), [240 + i * 120, 2580], 24, roman)).join('')}</g>` +
      lettered('80 Chains, or One Mile', [480, 2646], 25, { face: 'italic', fill: INK }) +
      ladder(sheet, 126, 14, 48, INK) +
      frames(sheet, points('150,3 140,2 126,2 104,8'), INK)
    )
  },
}
