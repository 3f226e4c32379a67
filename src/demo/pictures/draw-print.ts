import type { Canvas } from './spec.ts'
import { paper, script } from './draw-handwriting.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect } from './pen.ts'

/** A front page: masthead, headline, columns of type as fine rules, a cut, advertisements. */
export function newspaperPage({ random, width, height, picture }: Canvas): string {
  const [paperName = '', headline = '', date = ''] = picture.words
  let out =
    paper(random, width, height, '#e6dcc2') +
    words(paperName, width / 2, height * 0.085, height * 0.058, { anchor: 'middle', fit: width * 0.88 })
  out +=
    rect(width * 0.05, height * 0.1, width * 0.9, 2.5, '#2b2622') +
    words(`Brannock Bay, Ont., ${date}`, width / 2, height * 0.122, 14, { anchor: 'middle', fit: width * 0.6 }) +
    rect(width * 0.05, height * 0.13, width * 0.9, 1.2, '#2b2622')
  const size = headline.length > 24 ? 38 : 52
  out += words(headline.toUpperCase(), width / 2, height * 0.185, size, {
    anchor: 'middle',
    fit: width * 0.88,
    face: random.chance(0.5) ? 'serif' : 'sans',
  })
  const columns = 5
  const gap = (width * 0.9) / columns
  for (let c = 0; c < columns; c++) {
    const x = width * 0.05 + c * gap
    if (c > 0) out += line(x - 3, height * 0.21, x - 3, height * 0.97, '#6d6354', 0.8)
    const cut = c === 1 || c === 2 ? height * 0.4 : 0
    for (let y = height * 0.22, i = 0; y < height * 0.96; y += 7) {
      if (c === 1 && y < cut) {
        y = cut
        continue
      }
      if (c === 2 && y < cut) {
        y = cut
        continue
      }
      if (i++ % 22 === 0) {
        out += words(
          random.pick([
            'LOCAL',
            'HARBOUR',
            'PERSONAL',
            'MARKETS',
            'NOTICE',
            'CHURCHES',
            'TELEGRAPH',
            'LAKE NOTES',
            'FOR SALE',
          ]),
          x + gap / 2 - 3,
          y + 7,
          12,
          { anchor: 'middle', fit: gap * 0.8 },
        )
        y += 8
        continue
      }
      out += rect(
        x,
        y,
        (gap - 9) * (random.chance(0.12) ? random.between(0.3, 0.8) : 1),
        3,
        '#5a5145',
        `opacity="${random.between(0.5, 0.75).toFixed(2)}"`,
      )
    }
    if (c > 2)
      out +=
        rect(x - 1, height * 0.8, gap - 7, height * 0.15, '#efe6cf', 'stroke="#2b2622" stroke-width="2"') +
        words(
          random.pick(['LAKE LILY', 'STOVES', 'HATS', 'ICE', 'BOOTS', 'TEA', 'TWINE', 'RYE BREAD']),
          x + gap / 2 - 4,
          height * 0.85,
          22,
          { anchor: 'middle', fit: gap * 0.8 },
        ) +
        words(
          random.pick(['at the old stand', 'cash only', 'always fresh', 'none better', 'Main Street']),
          x + gap / 2 - 4,
          height * 0.9,
          13,
          { anchor: 'middle', fit: gap * 0.8 },
        )
  }
  const [ix, iy, iw, ih] = [width * 0.05 + gap, height * 0.22, gap * 2 - 9, height * 0.17]
  out +=
    rect(ix, iy, iw, ih, '#b8ad95') +
    rect(ix, iy + ih * 0.6, iw, ih * 0.4, '#7d7464') +
    poly(
      [
        [ix + iw * 0.2, iy + ih * 0.62],
        [ix + iw * 0.2, iy + ih * 0.3],
        [ix + iw * 0.35, iy + ih * 0.15],
        [ix + iw * 0.5, iy + ih * 0.3],
        [ix + iw * 0.5, iy + ih * 0.62],
      ],
      '#4a4338',
    ) +
    oval(ix + iw * 0.75, iy + ih * 0.4, iw * 0.1, ih * 0.22, '#5b5346')
  return out + line(0, height / 2, width, height / 2, '#a89a7c', 2, 'opacity="0.5"')
}

export function certificate({ random, width, height, picture }: Canvas): string {
  const [title = '', name = ''] = picture.words
  const ink = random.pick(['#3a2d24', '#27384a', '#4a2a24'])
  let out = paper(random, width, height, '#efe6cd')
  for (const [inset, w] of [
    [0.03, 5],
    [0.045, 1.2],
    [0.06, 2],
  ] as const)
    out += rect(
      width * inset,
      height * inset,
      width * (1 - 2 * inset),
      height * (1 - 2 * inset),
      'none',
      `stroke="${ink}" stroke-width="${w}"`,
    )
  for (const cx of [0.045, 0.955])
    for (const cy of [0.045, 0.955])
      out +=
        oval(width * cx, height * cy, 22, 22, '#efe6cd', `stroke="${ink}" stroke-width="2"`) +
        oval(width * cx, height * cy, 13, 13, 'none', `stroke="${ink}" stroke-width="5" stroke-dasharray="3 3"`)
  out +=
    words('BRANNOCK BAY', width / 2, height * 0.17, 20, { anchor: 'middle', spacing: 6, fill: ink }) +
    words(title, width / 2, height * 0.28, 54, { anchor: 'middle', fit: width * 0.76, fill: ink }) +
    rect(width * 0.3, height * 0.32, width * 0.4, 1.5, ink)
  for (let i = 0; i < 4; i++)
    out += words(
      ['This is to certify that', '', 'having fulfilled what is required', 'is entitled to the regard of this town'][
        i
      ] ?? '',
      width / 2,
      height * (0.4 + i * 0.085),
      20,
      { anchor: 'middle', fit: width * 0.7, fill: ink },
    )
  out +=
    words(name, width / 2, height * 0.49, 38, { anchor: 'middle', fit: width * 0.7, fill: '#2b2a4a' }) +
    line(width * 0.2, height * 0.505, width * 0.8, height * 0.505, ink, 1, 'stroke-dasharray="2 3"')
  out +=
    script(random, width * 0.14, height * 0.82, width * 0.25, 30, '#2b2a3a') +
    script(random, width * 0.6, height * 0.82, width * 0.26, 30, '#2b2a3a') +
    line(width * 0.13, height * 0.835, width * 0.4, height * 0.835, ink) +
    line(width * 0.6, height * 0.835, width * 0.87, height * 0.835, ink)
  let seal = ''
  for (let i = 0; i < 24; i++)
    seal += `${i === 0 ? 'M' : 'L'}${(width / 2 + Math.cos(i * 0.2618) * (i % 2 === 0 ? 44 : 37)).toFixed(1)} ${(height * 0.82 + Math.sin(i * 0.2618) * (i % 2 === 0 ? 44 : 37)).toFixed(1)}`
  return (
    out +
    path(`${seal}Z`, random.pick(['#a5392e', '#b8913c', '#31574a'])) +
    oval(width / 2, height * 0.82, 26, 26, 'none', 'stroke="#f0e2c0" stroke-width="2"')
  )
}
