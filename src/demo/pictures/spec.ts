import type { Random } from '../random.ts'

/** What a picture shows; pictures/draw.ts has one drawing for each. */
// prettier-ignore
export type PictureKind =
  | 'portrait' | 'group' | 'house' | 'storefront' | 'church' | 'school' | 'hotel' | 'hall' | 'mill' | 'works'
  | 'station' | 'street' | 'harbour' | 'ship' | 'beach' | 'farm' | 'fire' | 'lighthouse' | 'graves'
  | 'panorama' | 'aerial' | 'pond' | 'letter' | 'ledger' | 'newspaper' | 'plan' | 'certificate' | 'poster'
  | 'object' | 'postcard-back' | 'photo-back'

/** Kind and condition of the print: decides colour, grain and border. */
export type Tone = 'sepia' | 'silver' | 'cyanotype' | 'tinted' | 'faded' | 'colour' | 'paper'
export type Border = 'none' | 'white' | 'carte' | 'deckle' | 'postcard' | 'album'
export type Format = 'jpeg' | 'png' | 'webp' | 'tiff'

export interface Sitter {
  sex: 'female' | 'male' | 'other'
  age: number
  /** Skin colour, #rrggbb: from the parents, so that a family looks like one. */
  skin?: string
}

export interface PictureSpec {
  /** Names the picture in the bundle, without folder or ending; also its seed. */
  name: string
  kind: PictureKind
  width: number
  height: number
  year: number
  tone: Tone
  border: Border
  format: Format
  /** Lettering in the picture: a shop's sign, a headline, a printed caption. */
  words: string[]
  /** What can be read on it. */
  text?: string
  sitters: Sitter[]
  /** Variety within a kind: which object, which ship, winter. */
  detail: string
  /** Keys of THINGS that the caption names. */
  things?: string[]
  /** What cards of one place show in every year: the same buildings, others in front of them. */
  view?: string
  /** What is found only from near, see pictures/hidden.ts. */
  hidden?: string
  /** Pixels of the scan to one of the drawing, for a picture that can be looked at from near; 1 by default. */
  scale?: number
  /** EXIF orientation of the stored pixels (1, 6 or 8); the picture is drawn upright and stored turned. */
  orientation?: 6 | 8
  gps?: boolean
}

/** Input of every drawing: its own random numbers, the area to fill, and the picture's description. */
export interface Canvas {
  random: Random
  /** For what is not there in another year: sky, traffic and people. */
  passing: Random
  width: number
  height: number
  picture: PictureSpec
}
