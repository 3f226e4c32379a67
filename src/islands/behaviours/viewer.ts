import styles from './viewer.css?inline'
import { onClick } from './on-live-click.ts'
import { hashOf, pagePictures, pictureIn, type PagePicture } from './viewer/page-pictures.ts'
import { openPopup } from './viewer/popup.ts'
import { shownNumber, stepStage } from './viewer/stage.ts'

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

function open(link: HTMLAnchorElement): void {
  const record = recordOf(link)
  popup ??= openPopup({
    pictures: picturesOf(record),
    heading: record.querySelector<HTMLElement>('h1, h2')?.innerText ?? document.title,
    opener: link,
    onShow: writeAddress,
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
