import { type Point, points } from '../../geometry.ts'
import { type XY, path, poly } from '../../pictures/pen.ts'
import { createRandom } from '../../random.ts'
import { between, cloud } from '../aerial/texture.ts'
import { BROOKS, CONCESSION_EASTS, coast, coastAt, heightAt, roadsIn, streamAt } from '../country.ts'
import { frames, label, lettered, lettersAlong, rose, scaleBar, strokes, title, trees, within } from '../ornament.ts'
import { TRUE_NORTH, laySheet } from '../sheet.ts'
import type { Plate } from './plate.ts'
import { river } from './river.ts'
import { BLOCKS, blockBox, corners, isSquare } from './survey.ts'

const INK = '#4a3524'
const SEPIA = '#7a5636'
const sheet = laySheet({
  width: 3100,
  height: 2620,
  scale: 9.6,
  centre: [28, 4],
  middle: [1550, 1310],
  turn: TRUE_NORTH,
  errors: { wobble: 9, shrink: [0.005, -0.003], skew: -0.008, phase: 5.1 },
})

/** Hachures, denser and heavier on steeper slopes, as used before contour lines. */
function hachures(): string {
  const random = createRandom('hachures')
  const light: (readonly [XY, XY])[] = []
  const heavy: (readonly [XY, XY])[] = []
  for (let e = -70; e < 205; e += 1.6)
    for (let n = -150; n < 158; n += 1.6) {
      const [x, y]: Point = [e + random.between(-0.5, 0.5), n + random.between(-0.5, 0.5)]
      if (x < coastAt(y) + 2.5 || Math.abs(y - streamAt(x)) < 2 || (x > -23 && x < 16 && y > -15 && y < 17.5)) continue
      const [de, dn] = [
        heightAt([x + 0.6, y]) - heightAt([x - 0.6, y]),
        heightAt([x, y + 0.6]) - heightAt([x, y - 0.6]),
      ]
      const steep = Math.hypot(de, dn)
      if (steep < 1.7) continue
      const length = Math.min(1.5, 0.5 + steep * 0.14)
      const mark = [sheet.at([x, y]), sheet.at([x - (de / steep) * length, y - (dn / steep) * length])] as const
      if (steep > 3.4) heavy.push(mark)
      else light.push(mark)
    }
  const bluff = Array.from({ length: 1300 }, (_, i) => {
    const n = -150 + i * 0.24
    const e = coastAt(n) + 1.9
    return Math.abs(n - 18) < 8
      ? undefined
      : ([sheet.at([e, n]), sheet.at([e - 1.1 - 0.5 * Math.abs(Math.sin(i * 1.7)), n])] as const)
  }).filter((s) => s !== undefined)
  return strokes(light, SEPIA, 1.3) + strokes(heavy, INK, 1.9) + strokes(bluff, INK, 1.6)
}

function forest(): string {
  const random = createRandom('forest of 1835')
  const thick = cloud('forest', 9, 64, 4, 0.5)
  const places: Point[] = []
  for (let k = 0; k < 8200; k++) {
    const [e, n]: Point = [random.between(-60, 205), random.between(-150, 158)]
    if (between(thick, e * 1.3 + 90, n * 1.3 + 211) < 2 || e < coastAt(n) + 3 || Math.abs(n - streamAt(e)) < 3) continue
    if (
      (e > -24 && e < 19 && n > -17 && n < 21) ||
      BROOKS.some((b) => b.some(([be, bn]) => Math.hypot(be - e, bn - n) < 1.6))
    )
      continue
    places.push([e, n])
  }
  places.sort((a, b) => b[1] - a[1])
  return trees(
    places.map((p) => sheet.at(p)),
    15,
    '#5f5736',
    '#a9b07c',
  )
}

function water(): string {
  const shore = coast(-170, 180, 0.8)
  const sea = [0, 1.6, 3.6, 6.4, 10]
    .map((d) =>
      path(
        sheet.trace(
          [...shore, ...[...shore].reverse().map(([e, n]): Point => [Math.min(e, coastAt(n)) - d - 0.2, n])],
          true,
        ),
        '#6f9aa6',
        'fill-opacity="0.24"',
      ),
    )
    .join('')
  const random = createRandom('soundings')
  const depths = Array.from({ length: 70 }, (): Point => [random.between(-125, -33), random.between(-140, 150)])
    .filter(
      ([e, n]) => e < coastAt(n) - 4 && !(e < -66 && n > -30 && n < 105) && Math.hypot((e + 52) / 1.5, n - 12) > 6,
    )
    .map(([e, n]) =>
      label(sheet, String(Math.max(1, Math.round((coastAt(n) - e) / 9 + random.between(0, 2)))), [e, n], 19, {
        face: 'italic',
        fill: '#48707a',
      }),
    )
  const isles = (
    [
      [-52, 14, 1.5],
      [-57, 11.5, 1],
      [-48.5, 9.8, 0.6],
    ] as const
  ).map(([e, n, r]) =>
    poly(
      sheet.outline(
        Array.from({ length: 20 }, (_, i): Point => [
          e + r * 1.5 * Math.cos(i / 3.18),
          n + r * (1 + 0.2 * Math.sin(i)) * Math.sin(i / 3.18),
        ]),
      ),
      '#d9cf9f',
      `stroke="${INK}" stroke-width="2"`,
    ),
  )
  return (
    path(sheet.trace([...shore, [-200, 180], [-200, -170]], true), '#bccfc9', 'fill-opacity="0.8"') +
    sea +
    path(sheet.trace(shore), 'none', `stroke="${INK}" stroke-width="2.6"`) +
    isles.join('') +
    depths.join('') +
    BROOKS.map((brook) =>
      path(sheet.trace(brook.filter(([e, n]) => e > coastAt(n))), 'none', `stroke="#6d97a2" stroke-width="3.4"`),
    ).join('') +
    river(sheet, 230, 1, '#a9c6c6', `stroke="${INK}" stroke-width="1.6"`, 1)
  )
}

export const surroundings1835: Plate = {
  name: 'surroundings-1835',
  sheet,
  neat: 90,
  // prettier-ignore
  known: [[-21.5, 16.5], [14.5, -13.5], [-35, 22.5], [40.5, 81.75], [107, 134.25], [107, 81.75], [173.5, -75.75], [107, -23.25], [40.5, -75.75], [coastAt(-96), -96], [coastAt(118), 118], [107, -75.75], [-52, 14], [173.5, 29]],
  seed: 'surroundings 1835',
  age: { folds: [[0.5], [0.33, 0.66]], brown: 1.05, stains: 7, tremble: 1.2, faded: 0.16 },
  draw() {
    const it = { face: 'italic', fill: INK } as const
    const paths = roadsIn(1836)
      .map((road) =>
        path(sheet.trace(road.course), 'none', `stroke="#8a3d2c" stroke-width="3.2" stroke-dasharray="12 7"`),
      )
      .join('')
    const trail = path(
      sheet.trace(points('-20,26 0,31 30,40 70,60 110,72 160,70 230,92')),
      'none',
      `stroke="${INK}" stroke-width="2.2" stroke-dasharray="2 9" stroke-linecap="round"`,
    )
    const lines = [
      ...CONCESSION_EASTS.map((e): Point[] => [
        [e, -200],
        [e, 200],
      ]),
      ...[-128.25, -75.75, -23.25, 81.75, 134.25].map((n): Point[] => [
        [18, n],
        [300, n],
      ]),
    ]
      .map((course) => path(sheet.trace(course), 'none', `stroke="#8a3d2c" stroke-width="1.4" stroke-opacity="0.55"`))
      .join('')
    const town = BLOCKS.map((block) =>
      poly(
        sheet.outline(corners(blockBox(block))),
        isSquare(block) ? '#9fb27f' : '#d98f7d',
        `stroke="${INK}" stroke-width="1.2"`,
      ),
    ).join('')
    return (
      `<rect width="3100" height="2620" fill="#eadcb9"/>` +
      within(sheet, 92, water() + hachures() + forest() + lines + paths + trail + town) +
      label(sheet, 'BRANNOCK BAY', [-3, -17.6], 34, { face: 'serif', fill: '#6b2a1e', turn: 7, spacing: 2 }) +
      label(sheet, 'Gull Islands', [-53, 18], 24, { ...it, turn: 7 }) +
      label(sheet, 'Summer Fishing Camp', [-52, 6], 18, { ...it, turn: 7 }) +
      lettersAlong(
        'Maskinonge River',
        Array.from({ length: 40 }, (_, i) => sheet.at([60 + i * 2, streamAt(60 + i * 2) + 4.6])),
        33,
        it,
      ) +
      lettersAlong(
        'Portage and Trail to the upper Lakes',
        Array.from({ length: 30 }, (_, i) => sheet.at([114 + i * 2, 75.5 - i * 0.05])),
        21,
        it,
      ) +
      (
        [
          ['Maple & Beech', [70, -48]],
          ['Pine Ridge', [138, 104]],
          ['Cedar Swamp', [140, -14]],
          ['Beaver Meadow', [76, 20]],
          ['Good Land', [150, -98]],
          ['Hemlock', [10, 92]],
          ['Clay Bluffs, 60 feet', [-14, -64]],
          ['Mill Seat', [1, 27.6]],
        ] as [string, Point][]
      )
        .map(([text, at]) => label(sheet, text, at, 28, { ...it, turn: 7 }))
        .join('') +
      label(sheet, 'CON. I', [26, -110], 24, { face: 'serif', fill: '#8a3d2c', turn: 7, spacing: 4 }) +
      label(sheet, 'CON. II', [74, -110], 24, { face: 'serif', fill: '#8a3d2c', turn: 7, spacing: 4 }) +
      label(sheet, 'CON. III', [140, -122], 24, { face: 'serif', fill: '#8a3d2c', turn: 7, spacing: 4 }) +
      lettered('LAKE', [420, 1830], 92, { ...it, fill: '#48707a', spacing: 34 }) +
      lettered('HURON', [430, 1960], 92, { ...it, fill: '#48707a', spacing: 34 }) +
      title(
        [
          ['The', 34, it],
          ['SURROUNDINGS', 58, { face: 'serif', fill: INK, spacing: 5 }],
          ['of the Settlement at', 36, { ...it, gap: 4 }],
          ['Brannock Bay', 78, { ...it, gap: 10 }],
          ['shewing the Hills, Streams and Timber', 29, { ...it, gap: 18 }],
          ['from a Reconnaissance made on foot', 29, it],
          ['and by Canoe', 29, it],
          ['1835', 44, { face: 'serif', fill: INK, spacing: 9, gap: 12 }],
          ['Soundings in Fathoms', 24, { ...it, gap: 16 }],
        ],
        [420, 240],
      ) +
      rose([420, 1380], 165, 0, INK, '#eadcb9', 'italic') +
      scaleBar(sheet, [190, 2400], 10, 5, INK) +
      frames(sheet, points('90,3 80,7'), INK)
    )
  },
}
