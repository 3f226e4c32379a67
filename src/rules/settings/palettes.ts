import type { SocietySettings } from '#contract/settings.ts'

/** The accent of a palette: of links and buttons, of those under the pointer, and of text on them (styles/tokens.css: lake, lake-deep, on-lake). */
export interface Accent {
  lake: string
  deep: string
  on: string
}
interface Palette {
  name: string
  light: Accent
  dark: Accent
}

/** What both lie on (styles/tokens.css: paper). */
export const PAPER = { light: '#f8f4eb', dark: '#1c1916' } as const

/** The first is that of the style sheet. A test checks their contrast. */
export const PALETTE_COLOURS: Record<SocietySettings['palette'], Palette> = {
  lake: {
    name: 'Lake blue',
    light: { lake: '#1b5877', deep: '#0f3f58', on: '#fdfaf3' },
    dark: { lake: '#93c4de', deep: '#bcdcec', on: '#12222b' },
  },
  forest: {
    name: 'Forest green',
    light: { lake: '#2c5f3f', deep: '#1c4429', on: '#fdfaf3' },
    dark: { lake: '#9ccbaa', deep: '#c3e2cd', on: '#12261a' },
  },
  wine: {
    name: 'Wine red',
    light: { lake: '#7a2f45', deep: '#571f30', on: '#fdfaf3' },
    dark: { lake: '#e3a3b3', deep: '#f1cad4', on: '#2c1219' },
  },
  plum: {
    name: 'Plum',
    light: { lake: '#5b4484', deep: '#41306a', on: '#fdfaf3' },
    dark: { lake: '#c3b0e6', deep: '#dccff3', on: '#1f1630' },
  },
  slate: {
    name: 'Slate grey',
    light: { lake: '#42505c', deep: '#2b363f', on: '#fdfaf3' },
    dark: { lake: '#b3c1cc', deep: '#d3dce3', on: '#161d23' },
  },
}

const rule = ({ lake, deep, on }: Accent) => `:root{--lake:${lake};--lake-deep:${deep};--on-lake:${on}}`

/** What follows the style sheet of every page; nothing for the palette that it has. */
export const paletteStyles = (palette: string): string => {
  const found = PALETTE_COLOURS[palette as SocietySettings['palette']]
  if (palette === 'lake' || found === undefined) return ''
  return `${rule(found.light)}@media (prefers-color-scheme:dark){${rule(found.dark)}}`
}
