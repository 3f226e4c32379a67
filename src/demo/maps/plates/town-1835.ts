import { type Point, points } from '../../geometry.ts'
import { path, poly } from '../../pictures/pen.ts'
import { createRandom } from '../../random.ts'
import { BROOKS, coast, coastAt, streamAt } from '../country.ts'
import { frames, label, lettersAlong, rose, scaleBar, strokes, title, trees, waterLines, within } from '../ornament.ts'
import { laySheet } from '../sheet.ts'
import type { Plate } from './plate.ts'
import { river } from './river.ts'
import { BLOCKS, CROSSINGS, blockBox, corners, firstLots, isSquare, middleOf, streetLabels } from './survey.ts'

const INK = '#3b2a1e'
const sheet = laySheet({
  width: 3000,
  height: 2640,
  scale: 46,
  centre: [-10, 1.5],
  middle: [1540, 1330],
  turn: 0,
  errors: { wobble: 2.6, shrink: [0.004, 0.002], skew: 0.006, phase: 0.7 },
})

/** The proprietor's list of reserved lots. */
const RESERVED: [text: string, at: Point, size: number][] = [
  ['Reserved for', [-25.2, 0.5], 25],
  ['the Proprietor', [-25.2, -0.2], 25],
  ['Mill Reserve', [1, 20.4], 34],
  ['Landing', [-23.9, 19.2], 26],
]

function lake(): string {
  const shore = sheet.trace([...coast(-32, 34, 0.5), [-44, 34], [-44, -32]], true)
  const edges = [0.5, 1.2, 2.2, 3.6]
    .map((d) =>
      path(
        sheet.trace([...coast(-32, 34, 0.5), ...coast(34, -32, 0.5).map(([e, n]): Point => [e - d, n])], true),
        '#7fa3ad',
        'fill-opacity="0.26"',
      ),
    )
    .join('')
  return (
    path(shore, '#c3d2cb', 'fill-opacity="0.75"') +
    edges +
    waterLines(sheet, -32, 34, 4, 0.2, INK, 1.4) +
    path(sheet.trace(coast(-32, 34, 0.3)), 'none', `stroke="${INK}" stroke-width="3"`)
  )
}

function country(): string {
  const random = createRandom('woods of 1835')
  const wood: Point[] = []
  for (let k = 0; k < 2600; k++) {
    const [e, n] = [random.between(-29, 24), random.between(-27, 31)]
    const free =
      (e < -22.4 && n < 17 ? coastAt(n) + 2.6 : 99) < e ||
      n < -14.6 ||
      (n > 17.4 && Math.abs(n - streamAt(e)) > 1.6) ||
      e > 15.6
    if (
      free &&
      e > coastAt(n) + 1.8 &&
      Math.abs(n - streamAt(e)) > 1.5 &&
      (Math.abs(e + 25.2) > 3 || Math.abs(n) > 1.6) &&
      (Math.abs(e + 4) > 8 || Math.abs(n + 19) > 0.9) &&
      (n < 17 || Math.abs(e - 1) > 4 || n > 26)
    )
      wood.push([e, n])
  }
  wood.sort((a, b) => b[1] - a[1])
  const bluff = Array.from({ length: 330 }, (_, i) => {
    const n = -28 + i * 0.18
    const e = coastAt(n) + 1.5
    return n > 9 && n < 27
      ? undefined
      : ([sheet.at([e, n]), sheet.at([e - 0.75 - 0.3 * ((i * 7) % 5) * 0.2, n + 0.08])] as const)
  }).filter((s) => s !== undefined)
  const brook = BROOKS[0]!.filter(([e, n]) => e > coastAt(n) && n > -40)
  return (
    river(sheet, 34, 1, '#b4cac8', `stroke="${INK}" stroke-width="2.2"`) +
    path(sheet.trace(brook), 'none', `stroke="#6f9199" stroke-width="4"`) +
    strokes(bluff, INK, 1.6) +
    trees(
      wood.map((p) => sheet.at(p)),
      26,
      '#5b5138',
      '#b9bd91',
    )
  )
}

/** The planned extension to four times the size. */
function intended(): string {
  const lines: string[] = []
  for (let i = 0; i < 4; i++)
    for (const side of [0, 1]) {
      lines.push(
        sheet.trace(
          [
            [-22 + side, -13.2 - 5 * i - side * 0.2],
            [30, -13.2 - 5 * i - side * 0.2],
          ].map(([e, n]): Point => [e!, n! - 0.8]),
        ),
      )
      if (i < 3)
        lines.push(
          sheet.trace([
            [20 + 6 * i + side, 16.8],
            [20 + 6 * i + side, -30],
          ]),
        )
    }
  for (let i = 0; i < 8; i++)
    for (const side of [0, 1])
      lines.push(
        sheet.trace([
          [-22 + 6 * i + side, -14],
          [-22 + 6 * i + side, -32],
        ]),
      )
  return path(
    lines.join(''),
    'none',
    `stroke="${INK}" stroke-width="1.5" stroke-dasharray="3 11" stroke-opacity="0.75"`,
  )
}

function lots(): string {
  const washes = ['#e3b7a4', '#e6cf95', '#e3b7a4', '#c9cf9f']
  let out = ''
  for (const block of BLOCKS) {
    const box = blockBox(block)
    if (isSquare(block)) {
      out += poly(sheet.outline(corners(box)), '#a9bb86', `stroke="${INK}" stroke-width="2.4" fill-opacity="0.75"`)
      continue
    }
    const wash = washes[(block.column + block.row * 3) % 4]!
    out += poly(sheet.outline(corners(box)), wash, 'fill-opacity="0.36"')
    out += poly(sheet.outline(corners(box, 0.1)), 'none', `stroke="${wash}" stroke-width="11" stroke-opacity="0.55"`)
    for (const lot of firstLots(block)) {
      out += poly(sheet.outline(corners(lot.box)), 'none', `stroke="${INK}" stroke-width="1.5"`)
      out += label(sheet, lot.number, middleOf(lot.box), 21, { face: 'italic', fill: INK })
    }
    out += poly(sheet.outline(corners(box)), 'none', `stroke="${INK}" stroke-width="2.6"`)
  }
  return out
}

export const town1835: Plate = {
  name: 'town-1835',
  sheet,
  neat: 96,
  known: CROSSINGS,
  seed: 'town 1835',
  age: { folds: [[0.34, 0.67], [0.5]], brown: 0.95, stains: 9, tremble: 1.5, faded: 0.22 },
  draw() {
    const it = { face: 'italic', fill: INK } as const
    const streets = streetLabels(1835)
      .map(({ name, at, upright }) => label(sheet, name, at, 22, { ...it, spacing: 5, turn: upright ? -90 : 0 }))
      .join('')
    const course = Array.from({ length: 30 }, (_, i): Point => [1 + i * 0.62, streamAt(1 + i * 0.62) - 0.1])
    return (
      `<rect width="3000" height="2640" fill="#ebdfc0"/>` +
      within(sheet, 100, lake() + country() + intended() + lots() + streets) +
      RESERVED.map(([text, at, size]) => label(sheet, text, at, size, { ...it, halo: '#ebdfc0' })).join('') +
      label(sheet, 'Market', [-6.5, 0 - 0.6], 40, { ...it, spacing: 5 }) +
      label(sheet, 'Square', [-6.5, -1.5], 40, { ...it, spacing: 5 }) +
      lettersAlong(
        'MASKINONGE RIVER',
        course.map((p) => sheet.at(p)),
        34,
        it,
      ) +
      label(sheet, 'Streets intended, when the Town shall want them', [-4, -19], 30, it) +
      label(sheet, 'Unsurveyed', [18.6, 6], 27, { ...it, spacing: 4 }) +
      label(sheet, 'Fine Pine and Maple', [18.6, 4.8], 20, it) +
      label(sheet, 'Path to the Fishing Camp', [-24, 27.6], 22, { ...it, halo: '#ebdfc0' }) +
      title(
        [
          ['PLAN', 74, { face: 'serif', fill: INK, spacing: 16 }],
          ['of the Town of', 36, { ...it, gap: 6 }],
          ['BRANNOCK BAY', 54, { face: 'serif', fill: INK, spacing: 3 }],
          ['upon Lake Huron', 42, { ...it, gap: 8 }],
          ['in the Estate of', 30, { ...it, gap: 12 }],
          ['Colonel Augustus Brannock', 38, it],
          ['laid out in Lots of One Chain by Two', 27, { ...it, gap: 14 }],
          ['in the Spring of 1835', 32, it],
        ],
        [350, 590],
      ) +
      rose([340, 1500], 130, -7, INK, '#ebdfc0', 'italic') +
      scaleBar(sheet, [160, 2420], 2, 4, INK) +
      label(sheet, 'LAKE', [-36.6, -9.5], 60, { face: 'italic', fill: '#40616b', spacing: 18 }) +
      label(sheet, 'HURON', [-36.2, -12.2], 60, { face: 'italic', fill: '#40616b', spacing: 18 }) +
      frames(sheet, points('96,5 84,2'), INK)
    )
  },
}
