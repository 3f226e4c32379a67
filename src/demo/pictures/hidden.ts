import { words } from './lettering.ts'
import { line, oval, path, rect } from './pen.ts'
import type { Canvas, PictureKind } from './spec.ts'

/** The foot of what is hidden in a picture of that kind, in parts of width and height. */
const FOOT: Partial<Record<PictureKind, [x: number, y: number]>> = {
  street: [0.1, 0.8],
  harbour: [0.95, 0.87],
  panorama: [0.58, 0.98],
  group: [0.15, 0.42],
}

const hand = (turn: number, reach: number): string =>
  line(0, -96, Math.sin(turn * 2 * Math.PI) * reach, -96 - Math.cos(turn * 2 * Math.PI) * reach, '#1f1b18', 1)

const cat =
  path('M-9 0q-2 -12 5 -16l-1 -8l4 3h4l4 -3l-1 8q7 5 5 16zM10 0q9 -1 7 -9q4 9 -3 11z', '#1b1715') +
  [-2, 3].map((x) => oval(x, -19, 0.8, 1, '#e9e2b8')).join('')

/** Small on a large scan: a notice, a clock, a board, or a cat behind a pane. */
export function hidden({ width, height, picture }: Canvas): string {
  const foot = FOOT[picture.kind]
  if (picture.hidden === undefined || foot === undefined) return ''
  const [what, ...lines] = picture.hidden.replace('{year}', String(picture.year)).split('/')
  const write = (text: string, y: number, size: number, fill = '#1f1b18') =>
    words(text, 0, y, size, { anchor: 'middle', face: 'sans', fit: 25, fill })
  const post = rect(-1.5, -84, 3, 84, '#4a3f36')
  const [light, dark] = what === 'board' ? ['#e9e2d0', '#2b3530'] : ['#1f1b18', '#ece4d0']
  const sheet = () =>
    rect(-15, -86, 30, 32, dark) + lines.map((text, i) => write(text, -75 + i * 8, i ? 4.4 : 6.4, light)).join('')
  const [hours = 0, minutes = 0] = lines.map(Number)
  const dial = () =>
    oval(0, -96, 15, 15, '#2b2622') +
    oval(0, -96, 13, 13, '#f1ead8') +
    Array.from({ length: 12 }, (_, i) =>
      oval(Math.sin((i * Math.PI) / 6) * 11, -96 - Math.cos((i * Math.PI) / 6) * 11, 0.8, 0.8, '#1f1b18'),
    ).join('') +
    hand((hours + minutes / 60) / 12, 6) +
    hand(minutes / 60, 10) +
    rect(-13, -79, 26, 7, '#2b2622') +
    write(lines[2] ?? '', -74.2, 3.4, '#ece4d0')
  const drawn = what === 'cat' ? cat : post + (what === 'clock' ? dial() : sheet())
  return `<g transform="translate(${foot[0] * width} ${foot[1] * height}) scale(${Math.max(height / 640, 1.15)})">${drawn}</g>`
}
