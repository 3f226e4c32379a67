import { element } from '#islands/search/elements.ts'
import { hashOf, pictureAt, pictureIn, wrapNumber, type PagePicture } from './page-pictures.ts'

/** The number of the picture that a link shows now; the large picture may have been replaced. */
export const shownNumber = (link: HTMLAnchorElement): number =>
  Number(link.dataset.shows) || (pictureIn(`#${link.id}`) ?? 1)

/** Replaces the large picture of the page: spec §2 "previous/next arrows over an item's scans". The box keeps its size, so that nothing moves. */
export function stepStage(stage: HTMLElement, by: -1 | 1, pictures: readonly PagePicture[]): void {
  const link = stage.querySelector('a')!
  const img = link.querySelector('img')!
  const number = wrapNumber(shownNumber(link), by, pictures.length)
  const picture = pictures.find((each) => each.number === number)
  if (!picture) return
  // Without this it takes the proportions of each picture that arrives.
  const { width, height } = img.getBoundingClientRect()
  img.style.aspectRatio ||= `${width} / ${height}`
  const drawn = pictureAt(picture.full, picture.size, { width: Math.round(width), height: Math.round(height) })
  link.dataset.shows = String(number)
  link.href = picture.full
  link.classList.add('turned')
  for (const source of link.querySelectorAll('source')) source.remove()
  img.before(
    ...drawn.sources.map(({ type, srcset, media }) =>
      element('source', { type, srcset, sizes: drawn.sizes, ...(media && { media }) }),
    ),
  )
  img.alt = picture.alt
  img.sizes = drawn.sizes
  img.srcset = drawn.srcset
  img.src = drawn.src
  for (const arrow of stage.querySelectorAll<HTMLAnchorElement>('a[data-turn]'))
    arrow.href = hashOf(wrapNumber(number, Number(arrow.dataset.turn), pictures.length))
  const count = stage.querySelector<HTMLElement>('.count')
  if (!count) return
  count.role = 'status'
  count.textContent = `Picture ${number} of ${pictures.length}`
}
