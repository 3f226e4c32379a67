import { type Point, along } from '../../geometry.ts'
import { createRandom } from '../../random.ts'
import type { Zone } from '../../zones.ts'
import { type Building, boxOf, buildingsOf } from '../buildings.ts'
import { BROOKS, CONCESSION_EASTS, FARM, POND, RAILWAY, ROADS, coastAt, streamAt } from '../country.ts'
import { band, cover, fill } from './film.ts'
import { M, type MaterialName } from './materials.ts'
import { suburb } from './suburb.ts'
import { type Scene, box, roof, tree } from './things.ts'

const ROOFS: MaterialName[] = ['shingles', 'brown', 'slate', 'tar', 'red', 'metal', 'shingles', 'brown', 'slate']

/** Yards: each lot with its own green, a drive, perhaps a pool or vegetable patch, and trees. */
function yard(scene: Scene, zone: Zone): void {
  const { film } = scene
  const random = createRandom(`yard of ${zone.key}`)
  for (const ring of zone.rings) {
    const polygon = ring.map((p) => film.at(p))
    const own = random.int(110, 146)
    const paved = zone.kind === 'shop' ? M.asphalt : zone.kind === 'works' ? M.gravel : undefined
    fill(film, polygon, (i) => {
      if (film.material[i] !== M.lawn) return
      if (paved !== undefined) film.material[i] = paved
      film.tint[i] = own
    })
    if (zone.kind !== 'house') continue
    const b = boxOf(ring)
    const spot = (margin: number): Point => [
      random.between(b.west + margin, b.east - margin),
      random.between(b.south + margin, b.north - margin),
    ]
    if (random.chance(0.12)) {
      const [e, n] = spot(0.3)
      box(scene, e - 0.18, n - 0.12, e + 0.18, n + 0.12, M.concrete)
      box(scene, e - 0.13, n - 0.07, e + 0.13, n + 0.07, M.pool)
    } else if (random.chance(0.2)) {
      const [e, n] = spot(0.35)
      box(scene, e - 0.25, n - 0.15, e + 0.25, n + 0.15, M.soil)
    }
  }
}

/** Trees of a lot: at its back and along the street. */
function plant(scene: Scene, zone: Zone, roofs: readonly Building[]): void {
  const random = createRandom(`trees of ${zone.key}`)
  const often = {
    house: 3.2,
    shop: 0.5,
    church: 4,
    park: 2.2,
    cemetery: 1,
    school: 1.2,
    hall: 2,
    hotel: 2,
    works: 0.6,
    mill: 1.2,
    harbour: 0.1,
    shore: 2.2,
    island: 0,
    farm: 0,
    station: 0.7,
  }[zone.kind]
  for (const ring of zone.rings) {
    const b = boxOf(ring)
    const count = Math.round(Math.min(70, (b.east - b.west) * (b.north - b.south) * often * random.between(0.5, 1.3)))
    for (let k = 0; k < count; k++) {
      const e = random.between(b.west + 0.1, b.east - 0.1)
      const n = random.between(b.south + 0.1, b.north - 0.1)
      const radius = random.between(0.12, 0.32)
      const inRoof = roofs.some((r) => {
        const rb = boxOf(r.ring)
        return (
          e > rb.west - radius * 0.7 &&
          e < rb.east + radius * 0.7 &&
          n > rb.south - radius * 0.7 &&
          n < rb.north + radius * 0.7
        )
      })
      if (inRoof || e < coastAt(n) + 0.9 || Math.abs(n - streamAt(e)) < 1.2) continue
      tree(scene, [e, n], radius, random.chance(0.2))
    }
  }
}

function farmsteads(scene: Scene): void {
  const { film } = scene
  for (const road of CONCESSION_EASTS)
    for (let lot = -22; lot < 26; lot++) {
      const random = createRandom(`farm ${road} ${lot}`)
      if (random.chance(0.35)) continue
      const side = random.chance(0.5) ? 1 : -1
      const e = road + side * random.between(1.6, 3)
      const n = FARM.from + FARM.breadth * lot + random.between(2, 8)
      const [x, y] = film.at([e, n])
      if (x < -60 || y < -60 || x > film.width + 60 || y > film.height + 60 || e < coastAt(n) + 12) continue
      box(scene, e - 1.5, n - 1.5, e + 1.6, n + 1.6, M.lawn, 120)
      box(scene, Math.min(road, e), n - 1.6, Math.max(road, e), n - 1.45, M.gravel)
      const at = (de: number, dn: number, w: number, h: number): Building['ring'] => [
        [e + de, n + dn],
        [e + de + w, n + dn],
        [e + de + w, n + dn + h],
        [e + de, n + dn + h],
      ]
      roof(scene, { ring: at(-1, -1, 0.6, 0.5), height: 6, ridge: true }, M[random.pick(ROOFS)])
      roof(
        scene,
        { ring: at(0.2, 0.2, 0.8, 1.5), height: 10, ridge: false },
        M[random.pick(['metal', 'red', 'brown', 'metal'] as const)],
      )
      if (random.chance(0.6)) roof(scene, { ring: at(-1, 0.9, 1, 0.5), height: 6, ridge: true }, M.metal)
      for (let k = 0; k < 9; k++)
        tree(
          scene,
          [e + random.between(-1.6, 1.6), n + random.between(-1.7, -1.1) * (k % 2 === 0 ? 1 : -1)],
          random.between(0.15, 0.34),
          random.chance(0.4),
        )
    }
}

function roads({ film, year }: Scene): void {
  for (const road of ROADS) {
    if (road.name === 'Bridge' || road.name === 'Concession Line' || road.name === 'Mill Road') continue
    const paved = !road.name.startsWith('Sideline')
    band(
      film,
      road.course.map((p) => film.at(p)),
      0.42 * film.scale,
      M.meadow,
    )
    band(
      film,
      road.course.map((p) => film.at(p)),
      Math.max(1.2, 0.34 * film.scale),
      paved ? M.asphalt : M.gravel,
    )
  }
  for (const brook of BROOKS)
    band(
      film,
      brook.filter(([e, n]) => e > coastAt(n)).map((p) => film.at(p)),
      1.3 * film.scale,
      M.wood,
      122,
    )
  for (const brook of BROOKS)
    band(
      film,
      brook.filter(([e, n]) => e > coastAt(n)).map((p) => film.at(p)),
      0.16 * film.scale,
      M.water,
      40,
    )
  // The rails went in 1989: a green line where they lay, a trail since 2009.
  const line = RAILWAY.map((p) => film.at(p))
  band(film, line, 0.9 * film.scale, M.scrub, 120)
  band(film, line, 0.34 * film.scale, year < 2009 ? M.meadow : M.gravel, year < 2009 ? 128 : 132)
  cover(
    film,
    [...POND, ...along(12, -1, 0.7, (e): Point => [e, streamAt(e)])].map((p) => film.at(p)),
    M.water,
    52,
  )
  const beside = (e: number) => film.at([e, streamAt(e)])
  band(film, [beside(-1.05), film.at([-1.05, streamAt(-1.05) + 1.4])], 0.16 * film.scale, M.wake)
  for (const road of ROADS.filter((r) => r.name === 'Concession Line' || r.name === 'Mill Road' || r.name === 'Bridge'))
    band(
      film,
      road.course.map((p) => film.at(p)),
      0.42 * film.scale,
      M.asphalt,
    )
}

/** Everything on the ground, drawn from low to high. */
export function setScene(scene: Scene, zones: readonly Zone[], extras: (scene: Scene) => void): void {
  roads(scene)
  for (const zone of zones) if (zone.kind !== 'farm') yard(scene, zone)
  extras(scene)
  farmsteads(scene)
  suburb(scene)
  for (const zone of zones) {
    // The farm that was sold for the suburb.
    if (zone.lots[0] === 'LRE 2' && scene.year >= 2008) continue
    const roofs = buildingsOf(zone, scene.year)
    const own = createRandom(`roof of ${zone.key}`)
    const covering = M[own.pick(ROOFS)]
    const flat = zone.kind === 'shop' || zone.kind === 'works' || zone.kind === 'hall'
    for (const building of roofs)
      roof(
        scene,
        building,
        // The one new roof since the last flight.
        zone.key === 'school' && scene.year >= 2015
          ? M.white
          : flat && building.trade !== 'outbuilding'
            ? M[own.pick(['flat', 'tar', 'flat', 'white', 'metal'] as const)]
            : covering,
        !flat && zone.key !== 'school',
      )
    if (zone.kind !== 'farm') plant(scene, zone, roofs)
  }
}
