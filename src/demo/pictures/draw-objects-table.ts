import { points } from '../geometry.ts'
/* oxlint-disable max-lines -- a table: one drawing for each artifact */
import type { Random } from '../random.ts'
import type { Canvas } from './spec.ts'
import { words } from './lettering.ts'
import { gradient, line, oval, path, poly, radial, rect, shade, stroke } from './pen.ts'

/** One artifact on a plain sweep of paper, lit from the left, with a scale bar. Drawn in a box of 200 by 200 about the middle. */
export function artifact({ random, width, height, picture }: Canvas): string {
  const ground = random.pick(['#d8d6d0', '#cfd3d3', '#bfc0bd', '#e2ddd2', '#8d9296', '#a89f92'])
  const back = radial(shade(ground, 0.35), shade(ground, -0.3), 'cx="0.42" cy="0.38" r="0.85"')
  const size = (Math.min(width, height) / 250) * random.between(0.95, 1.12)
  const drawing = (OBJECTS[picture.detail] ?? OBJECTS.jug) as (random: Random) => string
  const scale = rect(width * 0.06, height * 0.93, width * 0.05, 6, '#1d1c1b') + rect(width * 0.11, height * 0.93, width * 0.05, 6, '#f5f4f0') + rect(width * 0.16, height * 0.93, width * 0.05, 6, '#1d1c1b') + words('10 cm', width * 0.06, height * 0.92, 12, { face: 'sans', fill: '#2b2a28' })
  return `${back.defs}${rect(0, 0, width, height, back.fill)}<g transform="translate(${width / 2} ${height / 2 + size * 6}) rotate(${random.between(-3, 3).toFixed(1)}) scale(${size.toFixed(3)})">${oval(8, 84, 82, 10, '#000000', 'opacity="0.28"')}${drawing(random)}</g>${scale}`
}

const metal = (colour: string) =>
  gradient(
    [
      [0, shade(colour, -0.35)],
      [0.28, shade(colour, 0.5)],
      [0.55, colour],
      [1, shade(colour, -0.5)],
    ],
    'x1="0" y1="0" x2="1" y2="0"',
  )
const round = (colour: string) =>
  gradient(
    [
      [0, shade(colour, -0.15)],
      [0.3, shade(colour, 0.28)],
      [1, shade(colour, -0.5)],
    ],
    'x1="0" y1="0" x2="1" y2="0"',
  )

function quilt(random: Random): string {
  const colours = random.pick([
    ['#b23a32', '#f2ead9', '#7d2a28'],
    ['#34507a', '#eee4cf', '#b56a3a'],
    ['#4f6b4a', '#f0e6d0', '#8a3f38'],
    ['#5b4a3a', '#c9b48a', '#7d3b34'],
  ])
  let out = ''
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) {
      const [x, y] = [-84 + i * 28, -88 + j * 28]
      out +=
        rect(x, y, 28, 28, colours[1] as string) +
        poly(
          [
            [x, y],
            [x + 14, y + 14],
            [x, y + 28],
          ],
          colours[0] as string,
        ) +
        poly(
          [
            [x + 28, y],
            [x + 14, y + 14],
            [x + 28, y + 28],
          ],
          colours[2] as string,
        ) +
        rect(x + 9, y + 9, 10, 10, colours[(i + j) % 3] as string) +
        rect(x, y, 28, 28, 'none', 'stroke="#00000022" stroke-dasharray="2 2"')
    }
  return out + path('M60 80L84 56V80Z', shade(colours[1] as string, -0.2))
}

const OBJECTS: Record<string, (random: Random) => string> = {
  quilt,
  bell: () => {
    const m = metal('#b08d3f')
    return (
      m.defs + path('M-12 -80a12 12 0 0 1 24 0v8h-24z', 'none', 'stroke="#8a6d30" stroke-width="7"') + path('M-20 -70H20Q38 -60 42 10Q46 44 66 62Q70 72 60 74H-60Q-70 72 -66 62Q-46 44 -42 10Q-38 -60 -20 -70Z', m.fill) + rect(-50, 40, 100, 3, '#7a5f28') + rect(-42, 0, 84, 2, '#7a5f28') + oval(0, 80, 12, 10, '#5b4a2a')
    )
  },
  lantern: () => {
    const m = metal('#a5793a')
    const g = radial('#b8f2c4', '#2f7a4f')
    return (
      m.defs +
      g.defs +
      path('M-30 -62Q0 -112 30 -62', 'none', 'stroke="#7a5a2a" stroke-width="4"') +
      rect(-20, -74, 40, 14, m.fill) +
      poly(points('-32,-46 -20,-62 20,-62 32,-46'), m.fill) +
      rect(-34, -46, 68, 92, g.fill, 'rx="8"') +
      [-34, -12, 8, 28].map((x) => rect(x, -46, 5, 92, '#8a6630')).join('') +
      rect(-42, 44, 84, 14, m.fill) +
      rect(-50, 58, 100, 24, m.fill)
    )
  },
  float: (random) =>
    [
      [-50, 20, -12],
      [10, -14, 22],
      [30, 52, -30],
      [-24, 62, 8],
    ]
      .map(([x = 0, y = 0, a = 0]) => `<g transform="translate(${x} ${y}) rotate(${a})">${rect(-46, -13, 92, 26, shade('#a5794a', random.between(-0.15, 0.15)), 'rx="13"')}${rect(-46, -4, 92, 1.4, '#6d4c2a')}${oval(36, 0, 4, 4, '#3a2a1c')}${path('M-6 -6l2 5h5l-4 3l2 5l-5 -3l-5 3l2 -5l-4 -3h5z', '#4a3120')}</g>`)
      .join(''),
  chair: () =>
    ['M-42 76L-34 -86M40 76L34 -86', 'M-34 -80Q0 -92 34 -80M-36 -56Q0 -66 36 -56M-38 -32Q0 -42 38 -32', 'M-44 20H44M-46 48H46'].map((d) => stroke(d, '#6a4428', 7)).join('') +
    poly(points('-46,2 46,2 56,24 -56,24'), '#a5794a') +
    Array.from({ length: 9 }, (_, i) => line(-46 + i * 11.5, 2, -56 + i * 14, 24, '#7a5530', 1.4)).join('') +
    stroke('M-74 78Q0 104 78 74', '#54351f', 8) +
    stroke('M-52 22V82M54 22V82', '#6a4428', 6),
  clock: () => {
    const w = round('#6d3f24')
    return (
      w.defs +
      path('M-52 84V-30Q-52 -88 0 -88Q52 -88 52 -30V84Z', w.fill) +
      oval(0, -34, 42, 42, '#d8b25a') +
      oval(0, -34, 37, 37, '#f6f1e2') +
      Array.from({ length: 12 }, (_, i) => rect(-1.4, -69, 2.8, 8, '#221d1a', `transform="rotate(${i * 30} 0 -34)"`)).join('') +
      stroke('M0 -34L-12 -54M0 -34L22 -24', '#221d1a', 3.4) +
      rect(-30, 24, 60, 46, '#2c221c') +
      line(0, 24, 0, 54, '#d8b25a', 2) +
      oval(0, 56, 11, 11, '#d8b25a')
    )
  },
  jug: () => {
    const g = round('#b5a283')
    return (
      g.defs +
      path('M-16 -78H16V-60Q52 -48 54 0V66Q54 82 36 82H-36Q-54 82 -54 66V0Q-52 -48 -16 -60Z', g.fill) +
      rect(-20, -86, 40, 10, '#9c8a6c') +
      path('M18 -66Q58 -70 50 -18', 'none', 'stroke="#9c8a6c" stroke-width="9"') +
      stroke('M-22 8q10 -22 22 0t24 -4M-14 26q14 10 30 -2', '#2f4a7a', 5) +
      words('2', 0, 66, 26, { anchor: 'middle', fill: '#2f4a7a' })
    )
  },
  barrel: () => {
    const g = round('#9c6d3f')
    return (
      g.defs +
      path('M-44 -80H44Q64 0 44 80H-44Q-64 0 -44 -80Z', g.fill) +
      [-30, -14, 2, 18, 32].map((x) => path(`M${x} -80Q${x * 1.4} 0 ${x} 80`, 'none', 'stroke="#5f3f22" stroke-width="1.4"')).join('') +
      [-66, -40, 36, 62].map((y) => path(`M${-48 - (1 - Math.abs(y) / 80) * 9} ${y}Q0 ${y + 8} ${48 + (1 - Math.abs(y) / 80) * 9} ${y}`, 'none', 'stroke="#4a4540" stroke-width="6"')).join('') +
      path('M0 -22l6 16h17l-14 10l6 17l-15 -10l-15 10l6 -17l-14 -10h17z', '#4a2c17')
    )
  },
  medal: () =>
    [-34, 34]
      .map((x, i) => {
        const m = metal(i === 0 ? '#c0c2c4' : '#b5803f')
        return (
          m.defs +
          rect(x - 18, -84, 36, 70, i === 0 ? '#c9752f' : '#5b3f7a') +
          [-12, -4, 5, 11].map((s, k) => rect(x + s, -84, 4, 70, ['#f0ead8', '#24426d', '#24426d', '#f0ead8'][k] as string)).join('') +
          rect(x - 20, -90, 40, 7, '#b8b6b0') +
          oval(x, 24, 34, 34, m.fill) +
          oval(x, 24, 28, 28, 'none', 'stroke="#00000044" stroke-width="1.5"') +
          path(`M${x - 8} 44q-4 -20 4 -30q-4 -10 6 -12q10 4 6 14q8 14 2 28z`, '#00000055')
        )
      })
      .join(''),
  trophy: () => {
    const m = metal('#b9bdc1')
    return m.defs + path('M-40 -80H40Q40 -10 8 0V34Q30 40 32 56H-32Q-30 40 -8 34V0Q-40 -10 -40 -80Z', m.fill) + path('M-40 -68Q-78 -66 -64 -30Q-54 -12 -28 -18M40 -68Q78 -66 64 -30Q54 -12 28 -18', 'none', 'stroke="#9a9ea3" stroke-width="7"') + rect(-40, 56, 80, 26, '#2b2320') + rect(-22, 62, 44, 12, '#d9c48a')
  },
  anchor: () =>
    stroke('M0 -74V74M-40 -52H40', '#574a40', 12) +
    oval(0, -84, 11, 11, 'none', 'stroke="#574a40" stroke-width="6"') +
    path('M-70 26Q-62 84 0 84Q62 84 70 26L84 40L74 6L48 26L60 30Q50 66 0 68Q-50 66 -60 30L-48 26L-74 6L-84 40Z', '#4f433a') +
    points('-30,60 22,66 2,10 -4,-30')
      .map(([x, y]) => oval(x, y, 8, 6, '#8a5a34', 'opacity="0.7"'))
      .join(''),
  plane: () => {
    const g = round('#9c6a38')
    return g.defs + path('M-88 30V-14H-60Q-50 -14 -46 -24Q-40 -46 -18 -42L-6 -14H88V30Z', g.fill) + poly(points('4,-14 24,-76 36,-72 20,-14'), '#7d8488') + poly(points('20,-14 40,-52 52,-46 34,-14'), '#6a4526') + rect(-88, 30, 176, 8, '#54361c') + words('J. P.', 66, 18, 16, { anchor: 'middle', fill: '#4a2f18' })
  },
  stove: () =>
    rect(-72, -20, 144, 70, '#2b2a2a', 'rx="5"') +
    rect(-78, -32, 156, 14, '#383636') +
    rect(-12, -92, 24, 62, '#333131') +
    rect(-60, -6, 52, 40, '#3d3b3a', 'stroke="#5a5653" stroke-width="2"') +
    path('M-48 20q6 -16 18 -14q14 2 16 12l8 2q-6 8 -18 4q-14 4 -24 -4z', '#6a6561') +
    words('HURON No. 3', 36, 18, 13, { anchor: 'middle', fit: 60, fill: '#8d8782' }) +
    [-58, 46].map((x) => path(`M${x} 50q-8 20 -4 34h12q4 -20 6 -34z`, '#2b2a2a')).join(''),
  cornet: () => {
    const m = metal('#c6b36a')
    return (
      m.defs +
      path('M-88 -12L-52 -4H40Q70 -6 86 -30V36Q70 14 40 10H-40Q-56 10 -56 26T-40 44H24Q40 44 40 28T24 14', 'none', 'stroke="#b59a4a" stroke-width="9" stroke-linejoin="round"') +
      path('M58 -4Q80 -10 90 -40V46Q80 16 58 12Z', m.fill) +
      [-18, 0, 18].map((x) => rect(x - 6, -22, 12, 62, m.fill, 'rx="4"') + oval(x, -28, 6, 5, '#efe6c8')).join('')
    )
  },
  model: () => {
    const g = gradient([
      [0, '#b5834a'],
      [1, '#6d4522'],
    ])
    return (
      g.defs +
      rect(-96, -34, 192, 78, '#e2d6bd') +
      path('M-86 -14Q-80 26 -46 34H52Q84 22 90 -22Q40 -8 -86 -14Z', g.fill) +
      [0, 8, 16, 24].map((y) => path(`M${-82 + y} ${-8 + y * 1.2}Q10 ${2 + y * 1.3} ${86 - y * 0.6} ${-14 + y * 1.2}`, 'none', 'stroke="#54341a" stroke-width="1"')).join('') +
      words('3/8 in. = 1 ft', 0, 41, 8, { anchor: 'middle' })
    )
  },
  basket: () => {
    let out = path('M-50 -20Q0 -104 50 -20', 'none', 'stroke="#7a5a30" stroke-width="8"')
    for (let r = 0; r < 9; r++)
      for (let c = 0; c < 14; c++) {
        const w = 62 - r * 1.8
        out += rect(-w + (c * 2 * w) / 14, -24 + r * 11, (2 * w) / 14 - 1, 10, (r + c) % 2 === 0 ? '#c49a58' : r === 3 || r === 5 ? '#7d3b2e' : '#a57a40')
      }
    return out + rect(-66, -30, 132, 9, '#8a6a3a', 'rx="4"')
  },
  quillbox: () => {
    let out = oval(0, 46, 78, 30, '#7d5432') + rect(-78, 6, 156, 40, '#8d6038') + oval(0, 4, 82, 34, '#a9784a')
    for (let i = 0; i < 8; i++) {
      const a = (i * Math.PI) / 4
      const b = a + Math.PI / 8
      const d = a - Math.PI / 8
      out += poly(
        [
          [0, 4],
          [Math.cos(d) * 36, 4 + Math.sin(d) * 15],
          [Math.cos(a) * 72, 4 + Math.sin(a) * 29],
          [Math.cos(b) * 36, 4 + Math.sin(b) * 15],
        ],
        i % 2 === 0 ? '#e9dcb8' : '#b8442f',
      )
    }
    for (let x = -74; x < 76; x += 7) out += line(x, 12 + Math.sqrt(Math.max(0, 1 - (x / 80) ** 2)) * 26, x, 34 + Math.sqrt(Math.max(0, 1 - (x / 80) ** 2)) * 26, x % 2 === 0 ? '#e9dcb8' : '#3f5f7a', 3)
    return out
  },
  bottle: () => {
    const g = gradient(
      [
        [0, '#173a78'],
        [0.3, '#5a8ad0'],
        [1, '#0f2450'],
      ],
      'x1="0" y1="0" x2="1" y2="0"',
    )
    return (
      g.defs +
      path('M-14 -88H14V-52Q42 -44 42 -16V72Q42 84 30 84H-30Q-42 84 -42 72V-16Q-42 -44 -14 -52Z', g.fill, 'opacity="0.93"') +
      rect(-18, -92, 36, 10, '#2c5296') +
      [-34, -28, 28, 34].map((x) => rect(x - 1, -10, 2.4, 82, '#8fb2e6', 'opacity="0.6"')).join('') +
      words('POISON', 0, 36, 19, { anchor: 'middle', fill: '#a9c6f0', face: 'sans' })
    )
  },
  camera: () =>
    rect(-56, -52, 100, 104, '#7a4526') +
    rect(-48, -44, 84, 88, '#5b3019') +
    [0, 1, 2, 3, 4].map((i) => rect(-2 + i * 8, -38 + i * 3, 8, 76 - i * 6, i % 2 === 0 ? '#2b2422' : '#3d3431')).join('') +
    rect(38, -30, 12, 60, '#8a5230') +
    oval(58, 0, 14, 24, '#b8934a') +
    oval(62, 0, 9, 16, '#25303a') +
    rect(-64, 52, 134, 8, '#5b3019') +
    stroke('M-30 60L-50 86M30 60L54 86', '#4a2a16', 6) +
    rect(-50, -56, 20, 5, '#c8a55a'),
  sign: () => rect(-94, -34, 188, 68, '#1c1a19') + rect(-90, -30, 180, 60, 'none', 'stroke="#caa24a" stroke-width="2"') + words('PETTIGREW', 0, 2, 30, { anchor: 'middle', fit: 168, fill: '#d9b04f', spacing: 1 }) + words('& CO.', 0, 24, 18, { anchor: 'middle', fill: '#d9b04f' }),
  scale: () => {
    const m = metal('#c2993f')
    return (
      m.defs +
      rect(-50, 70, 100, 14, m.fill) +
      rect(-5, -60, 10, 132, m.fill) +
      rect(-78, -64, 156, 6, m.fill) +
      oval(0, -68, 8, 8, '#d9b65a') +
      [-70, 70].map((x) => line(x, -60, x - 22, 8, '#7a5f28', 1.4) + line(x, -60, x + 22, 8, '#7a5f28', 1.4) + path(`M${x - 28} 8H${x + 28}Q${x} 32 ${x - 28} 8Z`, '#b58d3a')).join('')
    )
  },
  hat: () =>
    oval(0, 34, 92, 30, '#d6b56a') +
    oval(0, 28, 90, 26, '#e2c47c') +
    path('M-46 26Q-44 -46 0 -46Q44 -46 46 26Q0 40 -46 26Z', '#d9ba70') +
    path('M-47 10Q0 28 47 10V28Q0 44 -47 28Z', '#33507a') +
    path('M46 20q30 -26 34 6q-10 16 -34 0zM48 26q26 4 20 26q-18 0 -20 -26z', '#3d5f8f') +
    Array.from({ length: 12 }, (_, i) => path(`M${-46 + i * 8} 20Q${-40 + i * 7} -30 0 -46`, 'none', 'stroke="#b8964a" stroke-width="0.8"')).join(''),
  razor: () => {
    const g = round('#efe9dc')
    return (
      g.defs +
      rect(-64, -88, 34, 160, g.fill, 'rx="6"') +
      Array.from({ length: 6 }, (_, i) =>
        poly(
          [
            [-64, -70 + i * 26],
            [-30, -84 + i * 26],
            [-30, -72 + i * 26],
            [-64, -58 + i * 26],
          ],
          i % 2 === 0 ? '#b23a2f' : '#2f4a7d',
        ),
      ).join('') +
      oval(-47, -92, 18, 12, '#c8a24a') +
      [0, 44].map((y) => `<g transform="translate(30 ${y - 20}) rotate(-14)">${rect(-26, 0, 84, 12, '#2b2522', 'rx="6"')}${path('M-20 -4L40 -22L50 -8L-14 4Z', '#c3c8ca')}</g>`).join('')
    )
  },
  cup: () =>
    oval(0, 56, 84, 22, '#e9e4d6') +
    oval(0, 53, 76, 18, '#f4f0e6') +
    oval(0, 53, 66, 14, 'none', 'stroke="#3f7a5a" stroke-width="3"') +
    path('M-46 -34H46Q46 40 14 52H-14Q-46 40 -46 -34Z', '#f3efe4') +
    oval(0, -34, 46, 13, '#e2dccc') +
    oval(0, -33, 40, 10, '#5b3a22') +
    path('M44 -20Q84 -24 72 10Q62 28 38 26', 'none', 'stroke="#eae5d8" stroke-width="8"') +
    rect(-45, -12, 90, 5, '#3f7a5a') +
    words('PARIS CAFÉ', 0, 12, 13, { anchor: 'middle', fill: '#3f7a5a', face: 'sans', fit: 70 }),
  helmet: () => {
    const g = round('#3a2a22')
    return (
      g.defs +
      path('M-60 30Q-64 -60 0 -64Q64 -60 60 30Z', g.fill) +
      path('M-70 28Q0 12 84 34Q112 52 88 58Q0 30 -76 44Q-92 36 -70 28Z', '#2b1f1a') +
      [-40, -20, 0, 20, 40].map((x) => path(`M${x} 26Q${x * 0.6} -40 0 -64`, 'none', 'stroke="#5b463a" stroke-width="3"')).join('') +
      path('M-64 -24H-34V16L-49 26L-64 16Z', '#c8a24a') +
      words('1', -49, 12, 26, { anchor: 'middle', fill: '#4a2a1c' })
    )
  },
  churn: () => {
    const g = round('#b58a58')
    return (
      g.defs +
      oval(0, -10, 76, 60, g.fill) +
      [-52, -28, 0, 28, 52].map((x) => line(x, -10 - 60 * Math.sqrt(1 - (x / 78) ** 2), x, -10 + 60 * Math.sqrt(1 - (x / 78) ** 2), '#7a5630', 1.6)).join('') +
      oval(0, -10, 76, 60, 'none', 'stroke="#4a443d" stroke-width="6"') +
      rect(-18, -78, 36, 14, '#8a6236') +
      stroke('M-46 34L-66 86M46 34L66 86M-54 66H54', '#6d4a28', 8) +
      stroke('M76 -10h18v-30', '#4a443d', 6)
    )
  },
  skates: () => [-26, 34].map((y) => `<g transform="translate(0 ${y})">${path('M-70 -16H50Q66 -16 66 -4H-70Z', '#a5733f')}${path('M-74 -4H60Q92 -2 88 -30Q100 6 64 10H-74Z', '#7d8388')}${rect(-40, -30, 10, 16, '#5b3a22')}${rect(16, -30, 10, 16, '#5b3a22')}</g>`).join(''),
  bible: () =>
    poly(points('-62,-76 50,-84 60,66 -52,78'), '#2e1d18') +
    poly(points('50,-84 66,-72 76,74 60,66'), '#d9cba8') +
    poly(points('-52,78 60,66 76,74 -34,88'), '#c4b590') +
    poly(points('-52,-66 42,-73 50,57 -44,67'), 'none', 'stroke="#c8a24a" stroke-width="2.5"') +
    words('HOLY BIBLE', -2, -14, 18, { anchor: 'middle', fit: 76, fill: '#d3ac50' }) +
    rect(52, -30, 18, 12, '#b8934a') +
    rect(56, 24, 18, 12, '#b8934a'),
  shuttle: () => {
    const g = gradient([
      [0, '#d9ac68'],
      [1, '#8a5c2a'],
    ])
    return g.defs + `<g transform="rotate(-18)">${path('M-96 0Q-60 -24 0 -24T96 0Q60 24 0 24T-96 0Z', g.fill)}${path('M-50 -8Q0 -16 50 -8V8Q0 16 -50 8Z', '#4a3018')}${rect(-40, -6, 80, 12, '#b8463a', 'rx="6"')}${poly(points('-96,0 -74,-9 -74,9'), '#8d9296')}${poly(points('96,0 74,-9 74,9'), '#8d9296')}</g>`
  },
}
