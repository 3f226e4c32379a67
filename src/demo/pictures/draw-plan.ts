import type { Canvas } from './spec.ts'
import { paper } from './draw-handwriting.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, shade, stroke } from './pen.ts'

/** A surveyor's sheet: shore wash, blocks and lots with their numbers, a rose and a title. */
export function planSheet({ random, width, height, picture }: Canvas): string {
  const ink = '#3d3026'
  const u = Math.min(width, height) / 900
  const turn = random.between(-9, 9)
  let out =
    paper(random, width, height, '#eadfc2') +
    rect(width * 0.025, height * 0.03, width * 0.95, height * 0.94, 'none', `stroke="${ink}" stroke-width="3"`) +
    rect(width * 0.033, height * 0.042, width * 0.934, height * 0.916, 'none', `stroke="${ink}" stroke-width="1"`)
  const shore = (dx: number): string =>
    `M${width * 0.033} ${height * 0.045}H${width * (0.2 + dx)}Q${width * (0.26 + dx)} ${height * 0.25} ${width * (0.18 + dx)} ${height * 0.4}T${width * (0.23 + dx)} ${height * 0.75}T${width * (0.17 + dx)} ${height * 0.955}H${width * 0.033}Z`
  out +=
    path(shore(0), '#a9c2c0', 'opacity="0.75"') +
    [0.008, 0.016, 0.025].map((dx) => path(shore(-dx), 'none', 'stroke="#6f9296" stroke-width="1"')).join('')
  const [bw, bh] = [96 * u, 72 * u]
  let lot = 0
  let body = ''
  for (let row = 0; row < Math.floor((height * 0.78) / (bh * 1.25)); row++)
    for (let col = 0; col < Math.floor((width * 0.64) / (bw * 1.2)); col++) {
      const [x, y] = [width * 0.3 + col * bw * 1.2, height * 0.1 + row * bh * 1.25]
      if (y + bh > height * 0.82 && x > width * 0.55) continue
      body +=
        rect(
          x,
          y,
          bw,
          bh,
          random.pick(['#e6c9a8', '#d9d3a5', '#e9d9b5', '#dfbfae']),
          `stroke="${ink}" stroke-width="1.3"`,
        ) + line(x, y + bh / 2, x + bw, y + bh / 2, ink, 0.8)
      for (let k = 0; k < 5; k++)
        body +=
          (k > 0 ? line(x + (bw * k) / 5, y, x + (bw * k) / 5, y + bh, ink, 0.7) : '') +
          words(String(++lot), x + (bw * (k + 0.5)) / 5, y + bh * 0.3, 9 * u, {
            anchor: 'middle',
            face: 'sans',
            fill: ink,
          })
    }
  out += `<g transform="rotate(${turn.toFixed(1)} ${width * 0.6} ${height * 0.45})">${body}</g>`
  out += stroke(
    `M${width * 0.2} ${height * 0.085}Q${width * 0.45} ${height * 0.05} ${width * 0.6} ${height * 0.08}T${width * 0.96} ${height * 0.06}`,
    '#8fb0b2',
    12 * u,
  )
  const [rx, ry, r] = [width * 0.12, height * 0.8, 52 * u]
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const long = i % 2 === 0 ? r : r * 0.55
    out += poly(
      [
        [rx + Math.sin(angle) * long, ry - Math.cos(angle) * long],
        [rx + Math.sin(angle + 0.35) * r * 0.2, ry - Math.cos(angle + 0.35) * r * 0.2],
        [rx, ry],
      ],
      ink,
    )
  }
  out +=
    oval(rx, ry, r * 0.7, r * 0.7, 'none', `stroke="${ink}"`) +
    words('N', rx, ry - r * 1.1, 20 * u, { anchor: 'middle', fill: ink })
  out += rect(width * 0.58, height * 0.835, width * 0.37, height * 0.11, '#efe6cd', `stroke="${ink}" stroke-width="2"`)
  picture.words.forEach(
    (text, i) =>
      (out += words(
        i === 1 ? text.toUpperCase() : text,
        width * 0.765,
        height * (0.866 + i * 0.03),
        (i === 1 ? 28 : 18) * u,
        { anchor: 'middle', fit: width * 0.34, fill: ink },
      )),
  )
  return (
    out +
    Array.from({ length: 6 }, (_, i) =>
      rect(
        width * 0.3 + i * 40 * u,
        height * 0.93,
        40 * u,
        7 * u,
        i % 2 === 0 ? ink : shade('#efe6cd', 0),
        `stroke="${ink}"`,
      ),
    ).join('')
  )
}
