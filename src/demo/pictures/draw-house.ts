import type { Canvas } from './spec.ts'
import { BOARDS, BRICKS, chimney, door, gable, roof, sash, side, wall } from './facade.ts'
import { figure } from './figures.ts'
import { oval, path, poly, rect, shade } from './pen.ts'
import { fence, ground, sky, tree } from './scenery.ts'

/** One house in its garden, one of several plans. */
export function house({ random, width, height, picture }: Canvas): string {
  const snow = picture.detail === 'snow'
  const floor = height * 0.8
  const w = width * random.between(0.4, 0.52)
  const h = height * random.between(0.26, 0.38)
  const x = width * random.between(0.2, 0.34)
  const brick = random.chance(0.5)
  const colour = random.pick(brick ? BRICKS : BOARDS)
  const trim = random.pick(['#f0e9da', '#efe6cf', '#d8cdb2', '#6d5a48'])
  const plan = random.pick(['cottage', 'gable', 'hip', 'wing'])
  const slate = snow ? '#eef0ee' : random.pick(['#5a5650', '#6a5c50', '#4f5558'])
  const kind = snow ? 'bare' : 'leaf'
  let out =
    sky(random, width, floor * 0.85, snow ? 'storm' : 'day') +
    ground(random, width, floor * 0.82, height - floor * 0.82, snow ? '#dfe3e2' : '#8f9868')
  out +=
    tree(random, width * 0.08, floor, height * 0.62, kind) +
    tree(random, width * 0.93, floor * 0.97, height * random.between(0.5, 0.72), random.chance(0.3) ? 'spruce' : kind)
  out += side(x + w, floor - h, h, width * 0.09, colour) + wall(random, x, floor - h, w, h, colour, brick)
  if (plan === 'gable')
    out +=
      gable(x, floor - h + 1, w, h * 0.72, slate, 0.09) +
      gable(x + w * 0.05, floor - h + 1, w * 0.9, h * 0.6, colour, 0) +
      sash(random, x + w * 0.44, floor - h * 1.34, w * 0.12, h * 0.26, trim, true)
  else
    out +=
      chimney(x + w * 0.8, floor - h * 1.28, w * 0.07, h * 0.3, snow) +
      roof(x, floor - h, w, h * (plan === 'hip' ? 0.5 : 0.42), slate, plan === 'hip' ? 0.26 : 0.03)
  if (plan === 'cottage' || plan === 'wing')
    out +=
      gable(x + w * 0.34, floor - h + 1, w * 0.32, h * 0.46, shade(slate, -0.2), 0.1) +
      gable(x + w * 0.37, floor - h + 1, w * 0.26, h * 0.38, colour, 0) +
      sash(random, x + w * 0.46, floor - h * 1.16, w * 0.08, h * 0.22, trim, true)
  const stories = h > height * 0.31 ? 2 : 1
  for (let s = 0; s < stories; s++)
    for (const at of [0.08, 0.27, 0.66, 0.84])
      out += sash(
        random,
        x + w * at,
        floor - h * (stories === 2 ? 0.92 - s * 0.5 : 0.82),
        w * 0.1,
        h * (stories === 2 ? 0.3 : 0.45),
        trim,
      )
  out += door(
    x + w * 0.46,
    floor - h * 0.46,
    w * 0.09,
    h * 0.46,
    random.pick(['#5a3d30', '#3f5148', '#6d2f2a', '#2f3b4a']),
  )
  if (random.chance(0.6)) {
    out +=
      poly(
        [
          [x - w * 0.06, floor - h * 0.46],
          [x + w * 0.04, floor - h * 0.58],
          [x + w * 0.96, floor - h * 0.58],
          [x + w * 1.06, floor - h * 0.46],
        ],
        shade(slate, 0.1),
      ) + rect(x - w * 0.05, floor - h * 0.47, w * 1.1, h * 0.04, trim)
    for (let i = 0; i < 6; i++)
      out +=
        rect(x + w * (-0.03 + i * 0.21), floor - h * 0.44, w * 0.018, h * 0.44, trim) +
        path(`M${x + w * (-0.03 + i * 0.21)} ${floor - h * 0.43}q${w * 0.05} 0 ${w * 0.06} ${h * 0.09}z`, trim)
    out +=
      rect(x - w * 0.04, floor - h * 0.14, w * 0.42, h * 0.02, trim) +
      rect(x + w * 0.62, floor - h * 0.14, w * 0.42, h * 0.02, trim)
  }
  out += poly(
    [
      [width * 0.46, floor],
      [width * 0.53, floor],
      [width * 0.62, height],
      [width * 0.36, height],
    ],
    snow ? '#f2f3f1' : '#c4b699',
  )
  for (let i = 0; i < 8; i++)
    out += oval(
      x + w * random.between(-0.1, 1.1),
      floor + 3,
      w * random.between(0.03, 0.07),
      h * random.between(0.06, 0.12),
      snow ? '#f4f5f3' : shade('#5f7049', random.between(-0.2, 0.2)),
    )
  if (random.chance(0.6))
    out +=
      fence(0, width * 0.36, height * 0.93, height * 0.1, 17, snow ? '#f1f2f0' : '#ddd5c4') +
      fence(width * 0.62, width, height * 0.93, height * 0.1, 17, snow ? '#f1f2f0' : '#ddd5c4')
  picture.sitters.forEach(
    (sitter, i) =>
      (out += figure(random, width * (0.42 + i * 0.08), height * 0.94, height * 0.36, sitter, picture.year)),
  )
  return out
}
