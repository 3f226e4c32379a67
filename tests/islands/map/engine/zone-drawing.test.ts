import { describe, expect, test } from 'vitest'
import {
  canvasDensity,
  countPoints,
  drawRings,
  lineStrokes,
  MANY_POINTS,
  packForDrawing,
  ringsIn,
} from '#islands/map/engine/zone-drawing.ts'
import type { Pen, Sheet } from '#islands/map/engine/zone-drawing.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { square, zoneOf } from './outlines.ts'

/** A pen that records the rings it draws, by colour. */
function recorder() {
  const strokes: { color: string; width: number; rings: [number, number][][] }[] = []
  const fills: { strength: number; rings: [number, number][][] }[] = []
  const marks: [number, number][] = []
  let rings: [number, number][][] = []
  const pen: Pen = {
    strokeStyle: '',
    fillStyle: '',
    globalAlpha: 1,
    fill: () => void (rings[0] && fills.push({ strength: pen.globalAlpha, rings })),
    lineWidth: 0,
    beginPath: () => (rings = []),
    moveTo: (x, y) => rings.push([[x, y]]),
    lineTo: (x, y) => rings.at(-1)!.push([x, y]),
    closePath: () => {},
    arc: (x, y) => void marks.push([x, y]),
    rect: (x, y) => rings.push([[x, y]]),
    stroke() {
      strokes.push({ color: pen.strokeStyle as string, width: pen.lineWidth, rings })
    },
  }
  return {
    pen,
    strokes,
    fills,
    marks,
    of: (color: string) => strokes.filter((each) => each.color === color).flatMap((each) => each.rings),
  }
}
const colors = { casing: 'light', line: 'dark', fill: 'ochre', picture: '#00f' }
/** Draws what touches the sheet. Returns the number of rings. */
function draw(pen: Pen, zones: readonly ZoneOutline[], sheet: Sheet, fill: string | null = null): number {
  const packed = packForDrawing(zones)
  const rings = ringsIn(packed, sheet.box)
  const strokes = lineStrokes(colors, 16, countPoints(packed, rings), 1)
  drawRings(pen, packed, rings, sheet, { fill, strokes })
  return rings.length
}
// Far from the world's origin, where single precision would be a metre off.
const [X, Y] = [-9_094_456, 5_397_978]

describe('zones on the canvas', () => {
  test('zones with some items are marked once in their middle, those with many are filled, and a hole stays a hole', () => {
    const { pen, fills, marks } = recorder()
    const sheet = { box: [X - 10, Y - 10, X + 90, Y + 10] as const, scale: 1 }
    const hole = { ...square(2, X + 10, Y), items: 5 }
    const zones = [
      square(1, X, Y),
      { ...hole, rings: [...hole.rings, ...square(0, X + 11, Y + 1, 2).rings] },
      { ...square(3, X + 20, Y), items: 1, rings: [...square(0, X + 20, Y).rings, ...square(0, X + 40, Y).rings] },
      { ...square(4, X + 60, Y, 1), items: 1 },
    ]
    draw(pen, zones, sheet)
    expect([fills, marks]).toEqual([[], []])
    draw(pen, zones, sheet, colors.fill)
    expect(fills.map(({ rings }) => rings.length)).toEqual([2])
    expect(fills[0]!.strength).toBeLessThan(1)
    expect(pen.globalAlpha).toBe(1)
    expect(marks, 'a zone of a few pixels has no room for one').toEqual([[30, 10]])
    // The square of the canvas beside it has the other part.
    const beside = packForDrawing(zones)
    const rest = { box: [X + 30, Y - 10, X + 90, Y + 10] as const, scale: 1 }
    drawRings(pen, beside, ringsIn(beside, rest.box), rest, {
      fill: colors.fill,
      strokes: lineStrokes(colors, 16, 9, 1),
    })
    expect(marks.at(-1)).toEqual([-10, 10])
  })
  test('each line is above its casing and those of its neighbours', () => {
    const { pen, strokes } = recorder()
    const zones = Array.from({ length: 200 }, (_, at) => square(at, X + at * 10, Y))
    draw(pen, zones, { box: [X - 10, Y - 10, X + 3000, Y + 10], scale: 1 })
    const drawn = strokes.map(({ color }) => color)
    expect(drawn).toEqual(drawn.toSorted().toReversed())
    expect(strokes.flatMap(({ rings }) => rings).length).toBe(400)
  })
  test('outside the sheet nothing is drawn', () => {
    const { pen, of } = recorder()
    const zones = [square(1, X, Y), square(2, X + 1000, Y), square(3, X, Y + 1000), zoneOf(4)]
    const drawn = draw(pen, zones, { box: [X - 50, Y - 50, X + 50, Y + 50], scale: 1 })
    expect([drawn, of('dark').length]).toEqual([1, 1])
  })
  test('coinciding points are merged, and a tiny zone is a dot', () => {
    const round = Array.from({ length: 360 }, (_, at): [number, number] => [
      X + 5 * Math.cos((at * Math.PI) / 180),
      Y + 5 * Math.sin((at * Math.PI) / 180),
    ])
    const { pen, of } = recorder()
    draw(pen, [zoneOf(1, round), square(2, X, Y, 0.2)], { box: [X - 9, Y - 9, X + 9, Y + 9], scale: 1 })
    const [circle, dot] = of('dark')
    expect(circle!.length).toBeGreaterThan(12)
    expect(circle!.length).toBeLessThan(80)
    expect(dot).toHaveLength(1)
  })
})

describe('lines', () => {
  test('have a wider casing of the opposite brightness', () => {
    const [casing, line] = lineStrokes(colors, 18, 10, 2)
    expect([casing!.color, line!.color]).toEqual(['light', 'dark'])
    expect(casing!.width).toBeGreaterThan(line!.width + 1)
  })
  test('are hairlines when many are in view, with casings beside them', () => {
    for (const density of [1, 1.5, 2]) {
      const strokes = lineStrokes(colors, 15, MANY_POINTS + 1, density)
      expect(strokes.map(({ color }) => color)).toEqual(['light', 'light', 'dark'])
      expect(strokes.every(({ width }) => width * density <= 1)).toBe(true)
      expect(strokes.map(({ x, y }) => [x * density, y * density])).toEqual([[1, 0], [0, 1], [0, 0]]) // prettier-ignore
    }
  })
})

test('a canvas is as sharp as the screen, within what phones handle', () => {
  expect([canvasDensity(700, 1400, 1), canvasDensity(700, 1400, 2), canvasDensity(700, 1400, 3)]).toEqual([1, 2, 2])
  const [width, height] = [4000, 2500]
  const density = canvasDensity(width, height, 2)
  expect(width * height * density ** 2).toBeLessThanOrEqual(16_777_216)
})
