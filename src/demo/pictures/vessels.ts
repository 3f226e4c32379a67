import { points } from '../geometry.ts'
import type { Random } from '../random.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, shade } from './pen.ts'

const placed = (x: number, y: number, length: number, body: string, flip = false): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${((flip ? -1 : 1) * length) / 100} ${length / 100})">${body}</g>`

/** A two- or three-masted schooner, waterline at y, in units of a hundredth of her length. */
export function schooner(random: Random, x: number, y: number, length: number, flip = false): string {
  const hull = random.pick(['#2e2a28', '#3a4038', '#e4ddcd', '#4a2f28'])
  const full = random.chance(0.7)
  const canvas = random.pick(['#efe8d8', '#e3d8bf', '#d6c7a6'])
  const masts = random.chance(0.4) ? [30, 52, 72] : [36, 63]
  let out =
    path('M4 -8Q10 0 18 3H84Q92 0 97 -10L88 -8Q50 -4 18 -9Z', hull) +
    path('M4 -8Q50 -3 97 -10', 'none', `stroke="${shade(hull, 0.55)}" stroke-width="0.8"`) +
    line(94, -9, 112, -16, '#4a3a2c', 1.1)
  masts.forEach((m, i) => {
    const top = 62 + 4 * (i % 2)
    out +=
      line(m, -6, m + 0.6, -top, '#55432f', 1.2) +
      line(m, -10, m - 19, -13, '#55432f', 0.8) +
      line(m, -46, m - 14, -54, '#55432f', 0.7)
    out += full
      ? poly(
          [
            [m - 0.6, -11],
            [m - 19, -14],
            [m - 14.5, -53],
            [m - 0.4, -45],
          ],
          shade(canvas, -0.04 * i),
        ) +
        poly(
          [
            [m - 0.3, -46],
            [m - 13, -54],
            [m, -top + 1],
          ],
          shade(canvas, -0.12),
        )
      : poly(
          [
            [m - 0.6, -11],
            [m - 19, -14],
            [m - 18, -17],
            [m - 0.6, -15],
          ],
          shade(canvas, -0.1),
        )
    out +=
      line(
        m,
        -top + 2,
        i === masts.length - 1 ? 108 : (masts[i + 1] ?? 90),
        i === masts.length - 1 ? -15 : -8,
        '#3b3129',
        0.3,
      ) +
      line(m, -top + 6, m - 9, -8, '#3b3129', 0.25) +
      line(m, -top + 6, m + 8, -8, '#3b3129', 0.25)
  })
  const last = masts.at(-1) ?? 63
  if (full)
    out +=
      poly(
        [
          [last + 3, -14],
          [last + 1, -52],
          [104, -15],
        ],
        shade(canvas, 0.1),
      ) +
      poly(
        [
          [last + 8, -16],
          [last + 4, -40],
          [111, -16],
        ],
        shade(canvas, -0.08),
      )
  return placed(x, y, length, out, flip)
}

export function steamer(random: Random, x: number, y: number, length: number, name: string, flip = false): string {
  const band = random.pick(['#7b2f27', '#2f4a3c', '#27364f', '#4a3a2a'])
  let out =
    path('M1 -10Q4 0 12 3H90Q97 -2 100 -13H12Z', '#33302d') +
    rect(6, -18, 88, 7, '#eee7d8') +
    rect(10, -25, 78, 6, '#f3eee2') +
    rect(30, -31, 44, 6, '#eae2d0') +
    rect(72, -36, 10, 11, '#e9dfc8') +
    rect(4, -19, 92, 1.2, band) +
    rect(8, -26, 82, 1, band)
  for (let i = 0; i < 26; i++)
    out +=
      rect(9 + i * 3.2, -16.5, 1.5, 2.6, '#4d5a60') + (i < 23 ? rect(12 + i * 3.2, -23.5, 1.5, 2.6, '#4d5a60') : '')
  out +=
    rect(44, -50, 7, 20, band) +
    rect(43.5, -50, 8, 3, '#22201e') +
    line(20, -18, 20, -58, '#5b4a38', 0.8) +
    line(84, -18, 84, -56, '#5b4a38', 0.8)
  for (let i = 0; i < 9; i++)
    out += oval(45 - i * 6, -54 - i * 2.6, 4 + i * 1.5, 3 + i, '#6b6661', `opacity="${(0.6 - i * 0.055).toFixed(2)}"`)
  for (let i = 0; i < 24; i++)
    out += oval(12 + random.next() * 74, -19.6, 0.7, 1.5, random.pick(['#2b2725', '#5a4a3c', '#d9cfbc']))
  const body = placed(x, y, length, out, flip)
  return flip
    ? body
    : body +
        words(name.toUpperCase(), x + length * 0.04, y - length * 0.06, length * 0.03, {
          fill: '#e9dfc6',
          face: 'sans',
          fit: length * 0.3,
        })
}

export function tug(random: Random, x: number, y: number, length: number, flip = false): string {
  const hull = random.pick(['#3b4a44', '#57352c', '#2e3b4c', '#3a3733'])
  let out =
    path('M2 -14Q6 0 14 4H88Q96 -2 99 -20L90 -14Q50 -9 12 -12Z', hull) +
    path('M2 -14Q50 -7 99 -20', 'none', 'stroke="#d9cfb8" stroke-width="1.6"')
  out +=
    rect(14, -34, 62, 24, '#ddd4c0') +
    rect(12, -36, 68, 3, shade(hull, 0.2)) +
    rect(60, -52, 17, 17, '#e6ddc8') +
    rect(58, -54, 21, 3, shade(hull, 0.1)) +
    [62, 67.5, 72.5].map((wx) => rect(wx, -49, 3.6, 6, '#46525a')).join('') +
    [20, 31, 42, 53].map((wx) => oval(wx, -23, 2.6, 2.6, '#46525a')).join('')
  out +=
    rect(46, -68, 6, 33, '#4a3f38') +
    rect(45, -68, 8, 3, '#2a2522') +
    [0, 1, 2, 3, 4, 5]
      .map((i) =>
        oval(47 - i * 7, -73 - i * 4, 5 + i * 1.6, 4 + i, '#807a72', `opacity="${(0.55 - i * 0.08).toFixed(2)}"`),
      )
      .join('')
  return placed(x, y, length, out, flip)
}

/** Engine, tender and cars, rails at y: steam before 1952, a diesel after. */
export function train(random: Random, x: number, y: number, length: number, year: number): string {
  const wheel = (cx: number, r: number): string =>
    oval(cx, -r, r, r, '#25211e') +
    oval(cx, -r, r * 0.7, r * 0.7, 'none', 'stroke="#77706a" stroke-width="0.6"') +
    oval(cx, -r, r * 0.25, r * 0.25, '#77706a')
  const car = (cx: number, colour: string): string =>
    rect(cx, -17, 30, 13, colour) +
    rect(cx - 0.6, -19, 31.2, 2.4, shade(colour, -0.4)) +
    Array.from({ length: 7 }, (_, i) => rect(cx + 2.2 + i * 3.9, -14.5, 2.3, 4.4, '#dfe0d6')).join('') +
    [4, 9, 21, 26].map((w) => wheel(cx + w, 2)).join('')
  const colour = random.pick(['#5b3029', '#3c4a3a', '#4a3a2c'])
  let out = car(2, colour) + car(34, shade(colour, 0.08)) + rect(64, -3.4, 4, 1, '#25211e')
  if (year >= 1952)
    out +=
      path('M67 -4V-19H92Q98 -18 99 -4Z', '#44593f') +
      rect(67, -12, 31, 2.4, '#e2b64a') +
      rect(88, -17, 6, 4, '#8fa0a5') +
      [72, 77, 88, 93].map((w) => wheel(w, 2.2)).join('')
  else {
    out +=
      rect(66, -14, 10, 9, '#2d2926') +
      oval(71, -14, 4.6, 1.6, '#171412') +
      rect(77, -19, 7, 13, '#2f2b28') +
      rect(76, -20.4, 9, 1.8, '#1f1c1a') +
      rect(78.4, -17.4, 4, 4, '#9aa4a2') +
      rect(83, -14.5, 15, 8, '#322e2b', 'rx="3"') +
      path('M93.5 -14l-1.4 -8h5.4l-1.4 8z', '#25211e') +
      oval(87.4, -15.4, 2, 2.6, '#b08d4a') +
      rect(97, -15, 1.8, 9, '#1f1c1a') +
      oval(98.4, -16.4, 1.5, 1.5, '#f3e6b8') +
      poly(points('97,-4 103,-0.3 96,-0.3'), '#4a3a33')
    out += wheel(81, 4.2) + wheel(89, 4.2) + wheel(95.6, 2.2) + rect(79, -4.6, 12, 0.9, '#a9a49c')
    for (let i = 0; i < 12; i++)
      out += oval(
        94 - i * 6.4,
        -25 - i * 1.7 + random.between(-1, 1),
        3 + i * 0.8,
        2.4 + i * 0.55,
        i % 2 === 0 ? '#e6e2d8' : '#c4bfb5',
        `opacity="${(0.75 - i * 0.05).toFixed(2)}"`,
      )
  }
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${length / 100})">${out}</g>`
}
