import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PALETTES } from '#contract/settings.ts'
import { PALETTE_COLOURS, PAPER, paletteStyles } from '#rules/settings/palettes.ts'

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8')
const [day, night] = tokens.split('@media (prefers-color-scheme: dark)') as [string, string]
const token = (name: string, sheet: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheet)![1]!

/** WCAG 2.2: relative luminance, and the contrast of two colours. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light! + 0.05) / (dark! + 0.05)
}

test.each(PALETTES)('%s can be read on every ground, by day and by night, and so can text on it', (name) => {
  for (const [scheme, sheet] of [
    ['light', day],
    ['dark', night],
  ] as const) {
    const { lake, deep, on } = PALETTE_COLOURS[name][scheme]
    for (const ground of ['paper', 'paper-sunk', 'mat']) {
      expect(contrast(lake, token(ground, sheet)), `${scheme} ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(deep, token(ground, sheet)), `${scheme} ${ground}, deep`).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of [lake, deep]) expect(contrast(on, ground), `${scheme} on`).toBeGreaterThanOrEqual(4.5)
  }
})

test('the first palette is that of the style sheet, and adds nothing to it', () => {
  for (const [scheme, sheet] of [
    ['light', day],
    ['dark', night],
  ] as const) {
    const { lake, deep, on } = PALETTE_COLOURS.lake[scheme]
    expect([lake, deep, on]).toEqual(['lake', 'lake-deep', 'on-lake'].map((name) => token(name, sheet)))
    expect(PAPER[scheme]).toBe(token('paper', sheet))
  }
  expect(paletteStyles('lake')).toBe('')
  expect(paletteStyles('unknown')).toBe('')
  expect(paletteStyles('plum')).toContain(PALETTE_COLOURS.plum.dark.deep)
})
