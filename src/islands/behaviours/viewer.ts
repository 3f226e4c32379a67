import { element } from '#islands/search/elements.ts'
import styles from './viewer.css?inline'
import { onClick } from './record-loader.ts'
import { hashOf, pagePictures, pictureIn, type PagePicture, pictureAt, wrapNumber } from './viewer/page-pictures.ts'
import { openPopup } from './viewer/popup.ts'

/** The number of the picture that a link shows now; the large picture may have been replaced. */
const shownNumber = (link: HTMLAnchorElement): number => Number(link.dataset.shows) || (pictureIn(`#${link.id}`) ?? 1)

/** Replaces the large picture of the page: spec §2 "previous/next arrows over an item's scans". The box keeps its size, so that nothing moves. */
function stepStage(stage: HTMLElement, by: -1 | 1, pictures: readonly PagePicture[]): void {
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

/** The pictures of each record, read once: later the large picture may be replaced by another one. */
const cache = new WeakMap<ParentNode, PagePicture[]>()
/** The record around an element. The map's popup shows several one after the other. */
const recordOf = (used: HTMLElement): ParentNode => used.closest('article') ?? document
function picturesOf(record: ParentNode): PagePicture[] {
  const pictures = cache.get(record) ?? pagePictures(record)
  cache.set(record, pictures)
  return pictures
}
let popup: ReturnType<typeof openPopup> | undefined

/** The open picture is in the hash: a link opens it, Back closes it. Only an entry that we pushed is left with `history.back()`. */
const OWN = { viewer: true }
const isOwn = () => (history.state as { viewer?: unknown } | null)?.viewer === true
function writeAddress(number: number): void {
  const hash = hashOf(number)
  if (location.hash === hash) return
  if (pictureIn(location.hash)) history.replaceState(history.state, '', hash)
  else history.pushState({ ...(history.state as object | null), ...OWN }, '', hash)
}
function leaveAddress(): void {
  popup = undefined
  if (!pictureIn(location.hash)) return
  if (isOwn()) history.back()
  else history.replaceState(history.state, '', location.pathname + location.search)
}

/** Opens a picture that has a page of its own, with the words that are searched for. */
function leaveFor(record: ParentNode, number: number): boolean {
  const page = [...record.querySelectorAll<HTMLAnchorElement>('.leaves a')].find(({ text }) => text === `${number}`)
  const words = new URLSearchParams(location.search).get('q')
  if (page) location.href = page.href + (words ? `?q=${encodeURIComponent(words)}` : '') + hashOf(number)
  return page !== undefined
}

function open(link: HTMLAnchorElement): void {
  const record = recordOf(link)
  popup ??= openPopup({
    pictures: picturesOf(record),
    heading: record.querySelector<HTMLElement>('h1, h2')?.innerText ?? document.title,
    opener: link,
    onShow: writeAddress,
    onLeave: (number) => leaveFor(record, number),
    onClose: leaveAddress,
  })
  popup.show(shownNumber(link))
}

onClick('viewer', (used) => {
  const { turn } = used.dataset
  if (turn) stepStage(used.parentElement!, turn === '1' ? 1 : -1, picturesOf(recordOf(used)))
  else if (used instanceof HTMLAnchorElement) open(used)
})
addEventListener('popstate', () => {
  if (!pictureIn(location.hash)) popup?.close()
})

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)
