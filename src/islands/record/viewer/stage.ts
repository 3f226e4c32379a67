import { element } from '#islands/search/elements.ts'
import { hashOf, pictureAt, pictureIn, turned, type PagePicture } from './page-pictures.ts'

/** The number of the picture that a link shows: the page's large place may have been turned to another one. */
export const shownNumber = (link: HTMLAnchorElement): number =>
  Number(link.dataset.shows) || (pictureIn(`#${link.id}`) ?? 1)

/**
 * Shows the previous or next picture in the large place of the page, without the viewer: spec §2 "previous/next arrows over an item's scans". The place
 * stays as large as its first picture made it, so that nothing moves under a hand that goes on.
 */
export function turnStage(stage: HTMLElement, by: -1 | 1, pictures: readonly PagePicture[]): void {
  const link = stage.querySelector('a')!
  const img = link.querySelector('img')!
  const number = turned(shownNumber(link), by, pictures.length)
  const picture = pictures.find((each) => each.number === number)
  if (!picture) return
  const box = { width: img.width, height: img.height }
  const drawn = pictureAt(picture.full, picture.size, box)
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
    arrow.href = hashOf(turned(number, Number(arrow.dataset.turn), pictures.length))
  const count = stage.querySelector<HTMLElement>('.count')
  if (!count) return
  count.role = 'status'
  count.textContent = `Picture ${number} of ${pictures.length}`
}
