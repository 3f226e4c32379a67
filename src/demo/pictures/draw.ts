import { createRandom } from '../random.ts'
import { words } from './lettering.ts'
import { ledgerPage, photoBack, postcardBack } from './draw-handwriting.ts'
import { harbour, shipAtSea } from './draw-harbour.ts'
import { church, civic, hotel, school } from './draw-buildings.ts'
import { farm, graves } from './draw-country.ts'
import { group } from './draw-group.ts'
import { house } from './draw-house.ts'
import { letterPage } from './draw-letter.ts'
import { portrait } from './draw-people.ts'
import { planSheet } from './draw-plan.ts'
import { poster } from './draw-poster.ts'
import { certificate, newspaperPage } from './draw-print.ts'
import { storefront } from './draw-shop.ts'
import { hidden } from './hidden.ts'
import { things } from './things.ts'
import { wear } from './tone.ts'
import { beach, lighthouse, millPond } from './draw-shore.ts'
import { street } from './draw-street.ts'
import { aerial, panorama } from './draw-town.ts'
import { fire, mill, station } from './draw-works.ts'
import { artifact } from './draw-objects-table.ts'
import { rect, resetGradients } from './pen.ts'
import type { Canvas, PictureKind, PictureSpec } from './spec.ts'

// prettier-ignore
const DRAWINGS: Record<PictureKind, (canvas: Canvas) => string> = {
  portrait, group, house, storefront, church, school, hotel, hall: civic, mill, works: mill, station, street,
  harbour, ship: shipAtSea, beach, farm, fire, lighthouse, graves, panorama, aerial, pond: millPond,
  letter: letterPage, ledger: ledgerPage, newspaper: newspaperPage, plan: planSheet, certificate, poster,
  object: artifact, 'postcard-back': postcardBack, 'photo-back': photoBack,
}

interface Mount {
  /** Left, top, right and bottom margins in parts of the shorter side. */
  margins: [number, number, number, number]
  paper: string
}
const MOUNTS: Record<Exclude<PictureSpec['border'], 'none'>, Mount> = {
  white: { margins: [0.035, 0.035, 0.035, 0.035], paper: '#f4efe4' },
  deckle: { margins: [0.04, 0.04, 0.04, 0.04], paper: '#f5f2ea' },
  postcard: { margins: [0.035, 0.035, 0.035, 0.095], paper: '#f3ecda' },
  carte: { margins: [0.045, 0.04, 0.045, 0.12], paper: '#e9dcc0' },
  album: { margins: [0.07, 0.07, 0.07, 0.07], paper: '#4a4038' },
}

const contents = (canvas: Canvas): string => DRAWINGS[canvas.picture.kind](canvas) + things(canvas) + hidden(canvas)

/** Prints show their age, papers and studio pictures of today don't. */
const worn = ({ passing, width, height, picture: { tone, year } }: Canvas): string =>
  tone === 'paper' || tone === 'colour' ? '' : wear(passing, width, height, year)

/** The picture as an SVG document, with its mount. Deterministic. */
export function drawPicture(picture: PictureSpec): string {
  resetGradients()
  const { width, height, border } = picture
  const random = createRandom(`picture/${picture.view ?? picture.name}`)
  const passing = picture.view === undefined ? random : createRandom(`passing/${picture.name}`)
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  if (border === 'none')
    return `${open}${contents({ random, passing, width, height, picture })}${worn({ random, passing, width, height, picture })}</svg>`
  const mount = MOUNTS[border]
  const unit = Math.min(width, height)
  const [left, top, right, bottom] = mount.margins.map((margin) => Math.round(margin * unit)) as [
    number,
    number,
    number,
    number,
  ]
  const [w, h] = [width - left - right, height - top - bottom]
  const inner = contents({ random, passing, width: w, height: h, picture })
  const caption = captionOf(picture, left, top + h, w, bottom)
  const backing = border === 'album' ? rect(left - 5, top - 5, w + 10, h + 10, '#e6dcc6') : ''
  return `${open}${rect(0, 0, width, height, mount.paper)}${backing}<svg x="${left}" y="${top}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inner}</svg>${deckle(picture)}${caption}${worn({ random, passing, width, height, picture })}</svg>`
}

function captionOf(picture: PictureSpec, left: number, top: number, width: number, height: number): string {
  const text = picture.words[0] ?? ''
  if (picture.border === 'postcard')
    return words(text, left + 4, top + height * 0.66, height * 0.46, { fit: width - 8, fill: '#5b2f25' })
  if (picture.border !== 'carte' || text === '') return ''
  return (
    words(text, left + width / 2, top + height * 0.5, height * 0.3, {
      anchor: 'middle',
      fit: width * 0.92,
      fill: '#6a4a2a',
    }) +
    words('BRANNOCK BAY', left + width / 2, top + height * 0.8, height * 0.19, {
      anchor: 'middle',
      fit: width * 0.8,
      fill: '#6a4a2a',
      spacing: 1,
    })
  )
}

/** The cut edge of prints of the forties: small bites out of the border. */
function deckle(picture: PictureSpec): string {
  if (picture.border !== 'deckle') return ''
  const { width, height } = picture
  const bites: string[] = []
  for (let x = 0; x <= width; x += 9) bites.push(`M${x} -1a4 4 0 0 0 8 0zM${x} ${height + 1}a4 4 0 0 1 8 0z`)
  for (let y = 0; y <= height; y += 9) bites.push(`M-1 ${y}a4 4 0 0 1 0 8zM${width + 1} ${y}a4 4 0 0 0 0 8z`)
  return `<path d="${bites.join('')}" fill="#8f887c"/>`
}
