import { yearOf } from '../../dates.ts'
import { type Point, points } from '../../geometry.ts'
import { line, path, rect } from '../../pictures/pen.ts'
import { createRandom } from '../../random.ts'
import type { BrannockBay } from '../../town.ts'
import { frames, label, lettered, rose, within } from '../ornament.ts'
import { TRUE_NORTH, laySheet } from '../sheet.ts'
import type { Plate } from './plate.ts'

const WHITE = '#e4ecf4'
/** Fourteen chains by twelve at 140 pixels per chain, with true north up, as in a survey of that time. */
const sheet = laySheet({
  width: 2000,
  height: 1760,
  scale: 140,
  centre: [-4.1, -18.9],
  middle: [1000, 905],
  turn: TRUE_NORTH,
  errors: { wobble: 0, shrink: [0, 0], skew: 0, phase: 0 },
})

const ROWS = 'ABCDEFGHJK'
/** The east fence runs in towards the south: nothing is buried outside it. */
const fence = (n: number): number => (n > -20 ? -1 + (n + 14.3) * 0.07 : -1.4 + (n + 20) * 0.867)

/** One of the forty-eight plots of a row: two ranks of twenty-four on both sides of the drive. */
function plot(row: number, number: number): Point {
  const [rank, place] = [number > 24 ? 1 : 0, (number - 1) % 24]
  const e = place < 12 ? -8.7 + place * 0.285 : -4.72 + (place - 12) * 0.245
  return [e, -14.75 - row * 0.72 - rank * 0.3]
}

function plots(town: BrannockBay): string {
  const random = createRandom('plots of 1969')
  const names = town.people
    .filter((p) => p.died !== undefined && p.died > 18490700 && yearOf(p.died) < 1969 && p.surname !== '')
    .map((p) => p.surname)
  let outlines = ''
  let taken = ''
  let text = ''
  ;[...ROWS].forEach((letter, row) => {
    text += label(sheet, letter, [-9.25, -14.9 - row * 0.72], 30, { face: 'light', fill: WHITE, turn: 7 })
    for (let number = 1; number <= 48; number++) {
      const [e, n] = plot(row, number)
      const wide = (number - 1) % 24 < 12 ? 0.26 : 0.22
      if (e + wide > fence(n) - 0.12) continue
      const box: Point[] = [
        [e, n - 0.27],
        [e + wide, n - 0.27],
        [e + wide, n],
        [e, n],
      ]
      outlines += sheet.trace(box, true)
      text += label(sheet, String(number), [e + wide / 2, n - 0.055], 11, { face: 'light', fill: WHITE, turn: 7 })
      if (!random.chance(0.58)) continue
      taken += sheet.trace([
        [e + 0.04, n - 0.23],
        [e + wide - 0.04, n - 0.23],
      ])
      if (random.chance(0.8))
        text += label(sheet, random.pick(names).toUpperCase(), [e + wide / 2, n - 0.155], 9, {
          face: 'sans',
          fill: WHITE,
          turn: 7,
          fit: wide * 118,
        })
    }
  })
  return (
    path(outlines, 'none', `stroke="${WHITE}" stroke-width="1.5"`) +
    path(taken, 'none', `stroke="${WHITE}" stroke-width="3"`) +
    text
  )
}

/** Monospaced letters with slight vertical shifts, as from a worn typewriter. */
function typed(text: string, x: number, y: number, size: number): string {
  const random = createRandom(`typed ${text}`)
  return [...text]
    .map((letter, i) =>
      letter === ' '
        ? ''
        : lettered(letter, [x + (i + 0.5) * size * 0.62, y + random.between(-0.9, 0.9)], size, {
            face: 'serif',
            fill: WHITE,
          }),
    )
    .join('')
}

export const cemetery1969: Plate = {
  name: 'cemetery-1969',
  sheet,
  neat: 44,
  known: [],
  seed: 'cemetery 1969',
  age: { folds: [[0.333, 0.666], [0.5]], brown: 0.12, stains: 3, tremble: 0, faded: 0.12 },
  draw(town) {
    const ring = town.zones.find((zone) => zone.key === 'cemetery')!.rings[0]!
    const neighbour = town.zones.find((zone) => zone.key === 'rc-cemetery')!.rings[0]!
    const drive = (a: Point, b: Point): string => {
      const width = 0.1
      const [de, dn] = a[0] === b[0] ? [width, 0] : [0, width]
      return [1, -1]
        .map((k) =>
          path(
            sheet.trace([
              [a[0] + de * k, a[1] + dn * k],
              [b[0] + de * k, b[1] + dn * k],
            ]),
            'none',
            `stroke="${WHITE}" stroke-width="2" stroke-dasharray="18 7"`,
          ),
        )
        .join('')
    }
    const notes = [
      'MAITLAND HILL CEMETERY',
      'TOWN OF BRANNOCK BAY',
      '',
      'PLAN OF ROWS AND PLOTS',
      'SCALE 1 INCH TO 40 FEET',
      'BEARINGS ASTRONOMIC',
      '',
      'OPENED 1849. RE-NUMBERED',
      'AND RE-SURVEYED 1969.',
      'HEAVY LINE: INTERMENT.',
      'RECORDS OF ROWS A-C BEFORE',
      '1871 ARE INCOMPLETE.',
    ]
    const grid = Array.from(
      { length: 40 },
      (_, i) =>
        line(i * 70 - 300, 44, i * 70 - 300, 1716, WHITE, 0.5, 'stroke-opacity="0.10"') +
        line(44, i * 70 - 300, 1956, i * 70 - 300, WHITE, 0.5, 'stroke-opacity="0.10"'),
    ).join('')
    const trees = points('-8.9,-14.5 -8.9,-18 -8.9,-22 -1.5,-15.2 -1.7,-18.6 -4.6,-22.4 -6.2,-22.3')
      .map(([e, n]) => {
        const [x, y] = sheet.at([e, n])
        return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="17" fill="none" stroke="${WHITE}" stroke-width="1.6" stroke-dasharray="5 3"/><path d="M${x - 5} ${y}h10M${x} ${y - 5}v10" stroke="${WHITE}" stroke-width="1.4"/>`
      })
      .join('')
    return (
      `<rect width="2000" height="1760" fill="#2b5488"/>` +
      within(
        sheet,
        46,
        grid +
          path(sheet.trace(ring, true), 'none', `stroke="${WHITE}" stroke-width="5"`) +
          path(sheet.trace(neighbour, true), 'none', `stroke="${WHITE}" stroke-width="2.4" stroke-dasharray="22 8"`) +
          path(
            sheet.trace(points('-20,-14 6,-14')) + sheet.trace(points('-20,-13 6,-13')),
            'none',
            `stroke="${WHITE}" stroke-width="3"`,
          ) +
          drive([-5, -14.3], [-5, -22]) +
          plots(town) +
          trees,
      ) +
      label(sheet, 'CONCESSION LINE  (66 FEET)', [-5, -13.5], 30, { face: 'light', fill: WHITE, turn: 7, spacing: 6 }) +
      label(sheet, 'CIMETIÈRE SAINTE-ANNE', [-11.1, -15.6], 24, {
        face: 'light',
        fill: WHITE,
        turn: 7,
        spacing: 2,
        fit: 290,
      }) +
      label(sheet, '(SEPARATE PLAN)', [-11.1, -16], 18, { face: 'light', fill: WHITE, turn: 7 }) +
      label(sheet, 'GATE', [-4.3, -14.1], 17, { face: 'light', fill: WHITE, turn: 7 }) +
      label(sheet, 'MAIN DRIVE', [-5, -22.3], 16, { face: 'light', fill: WHITE, turn: 7 }) +
      label(sheet, 'N 76° 10′ E   528.0′', [-6.9, -14.42], 15, { face: 'light', fill: WHITE, turn: 7 }) +
      label(sheet, 'OLD GROUND, UNMARKED', [-6.6, -22.35], 17, { face: 'slanted', fill: WHITE, turn: 7 }) +
      rect(1500, 1190, 430, 500, '#2b5488', `stroke="${WHITE}" stroke-width="3"`) +
      notes.map((text, i) => typed(text, 1522, 1230 + i * 38, i < 2 ? 25 : 21.5)).join('') +
      line(1500, 1292, 1930, 1292, WHITE, 2) +
      rose([1740, 260], 90, 0, WHITE, '#2b5488', 'light') +
      frames(sheet, points('44,4 56,1.5'), WHITE)
    )
  },
}
