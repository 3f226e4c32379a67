import type { Row } from './row.ts'
import { skinOf } from './complexion.ts'
import { ageAt, yearOf } from './dates.ts'
import type { Item } from './items/catalogue.ts'
import type { Sketch } from './items/draft.ts'
import type { Format, PictureSpec } from './pictures/spec.ts'
import { thingsIn } from './pictures/things.ts'
import { type Random, createRandom } from './random.ts'
import { DEMO_SETTINGS } from './settings.ts'
import type { BrannockBay } from './town.ts'

const ENDING: Record<Format, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', tiff: 'tif' }
const POSITIONS = ['bottom right', 'bottom left', 'top right', 'top left']
/** These scans are stored rotated, with EXIF orientation and GPS position, like files from cameras and phones. */
const TURNED: Record<number, 6 | 8> = { 40: 6, 260: 8, 520: 6 }

export interface PicturePlan {
  pictures: PictureSpec[]
  scans: Row[]
  personImages: Row[]
}

export const fileOf = (picture: PictureSpec): string => `images/${picture.name}.${ENDING[picture.format]}`

function specOf(item: Item, sketch: Sketch, name: string, random: Random): PictureSpec {
  const flat = sketch.tone === 'paper' || sketch.tone === 'colour'
  const format = random.weighted<Format>(flat ? { jpeg: 86, png: 8, webp: 6 } : { jpeg: 91, webp: 7, tiff: 2 })
  const year = item.date === undefined ? 1900 : yearOf(item.date)
  return {
    ...sketch,
    name,
    year: sketch.year ?? year,
    things: item.type === 'photograph' ? thingsIn(`${item.title} ${item.description}`) : [],
    format: sketch.format ?? format,
  }
}

/** Names every picture and links it to its item or person. */
export function planPictures(town: BrannockBay, seed: string): PicturePlan {
  const random = createRandom(`${seed}/plan`)
  const pictures: PictureSpec[] = []
  const scans: Row[] = []
  for (const item of town.items) {
    item.sketches.forEach((sketch, i) => {
      const name = `${String(item.id).padStart(4, '0')}-${item.type.replace('_', '-')}-${i + 1}`
      const turn = i === 0 ? TURNED[item.id] : undefined
      const spec = specOf(item, sketch, name, random)
      const picture: PictureSpec = turn === undefined ? spec : { ...spec, orientation: turn, gps: true, format: 'jpeg' }
      pictures.push(picture)
      const dark = picture.tone !== 'paper' && random.chance(0.5)
      scans.push({
        id: scans.length + 1,
        item: item.id,
        file: fileOf(picture),
        order: i + 1,
        watermark: DEMO_SETTINGS.name,
        color: dark ? 'white' : 'black',
        position: random.chance(0.8) ? 'bottom right' : random.pick(POSITIONS),
        text: sketch.text ?? '',
        text_source: sketch.text ? 'typed' : '',
      })
    })
  }
  const faces = facesOf(town, random)
  const personImages = faces.map((picture, i) => ({
    id: i + 1,
    person: Number(picture.name.slice(7)),
    file: fileOf(picture),
  }))
  return { pictures: [...pictures, ...faces], scans, personImages }
}

const withFace = (town: BrannockBay) =>
  town.people.filter(
    (person) =>
      yearOf(person.died ?? 20201231) > 1862 &&
      (person.generation === 0 || person.generation === -1 || (person.id % 5 === 0 && person.generation > 0)),
  )

/** Portraits, at an age when the person was alive and photography existed. */
function facesOf(town: BrannockBay, random: Random): PictureSpec[] {
  return withFace(town).map((person) => {
    const last = yearOf(person.died ?? 20191231)
    const year = Math.min(last, Math.max(1861, yearOf(person.born) + random.int(22, 50)))
    const age = Math.max(0, ageAt(person.born, year * 10000 + 601))
    const modern = year > 1962
    return {
      name: `person-${String(person.id).padStart(3, '0')}`,
      kind: 'portrait',
      width: 380,
      height: 470,
      year,
      format: 'jpeg',
      border: 'none',
      tone: modern ? (year > 1986 ? 'colour' : 'faded') : year < 1900 ? 'sepia' : 'silver',
      words: [''],
      sitters: [{ sex: person.sex, age, skin: skinOf(person) }],
      detail: modern ? 'room' : 'close',
    }
  })
}
