import sharp from 'sharp'
import { createRandom } from '../../random.ts'
import { type Zone, stoodIn } from '../../zones.ts'
import { FLIGHTS, develop } from './develop.ts'
import { type Frame, loadFilm } from './film.ts'
import { layGround, sow, weave } from './ground.ts'
import { townPlaces } from './places.ts'
import { setScene } from './scene.ts'

/** Web Mercator metres per pixel at zoom 15 and 18. */
const ZOOM_15 = 4.777314267823516
const ZOOM_18 = ZOOM_15 / 8
const [X, Y] = [-9094456.127456, 5397978.160185]

/** The countryside that fills the initial view, and the detailed town. Half a pixel off the tile grid, because warping softens edges. */
export const COUNTRYSIDE: Frame = {
  west: X - 7000.3,
  north: Y + 6100.7,
  resolution: ZOOM_15,
  width: 3380,
  height: 2540,
}
export const TOWN: Frame = { west: X - 1330.2, north: Y + 1150.4, resolution: ZOOM_18, width: 4280, height: 3660 }

/** RGB pixels of a frame in several years, one after the other. The same seed gives the same bytes. */
export function* photographs(
  zones: readonly Zone[],
  frame: Frame,
  years: readonly number[],
  seed: string,
): Generator<{ year: number; pixels: Uint8Array }> {
  const textures = weave(seed, frame.resolution)
  const ground = layGround(loadFilm(frame), textures)
  for (const year of years) {
    const film = sow(ground, year)
    const flight = FLIGHTS[year]!
    const scene = { film, year, random: createRandom(`${seed} aerial ${year}`), leaves: flight.spring < 0.5 }
    const standing = zones.filter((zone) => stoodIn(zone, year))
    setScene(scene, standing, () => townPlaces(scene, standing))
    yield { year, pixels: develop(film, textures, flight) }
  }
}

export const asJpeg = (pixels: Uint8Array, { width, height }: Pick<Frame, 'width' | 'height'>): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
