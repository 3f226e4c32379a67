import styles from './viewer.css?inline'
import { onUse } from './on-use.ts'
import { hashOf, pagePictures, pictureIn, type PagePicture } from './viewer/page-pictures.ts'
import { openPopup } from './viewer/popup.ts'
import { shownNumber, turnStage } from './viewer/stage.ts'

/** The pictures of a record, read once: later the large place may show another picture than the one it stands for. */
const read = new WeakMap<ParentNode, PagePicture[]>()
/** The record that an element stands in: a page may show one after the other (the map's popup). */
const recordOf = (used: HTMLElement): ParentNode => used.closest('article') ?? document
function picturesOf(record: ParentNode): PagePicture[] {
  const pictures = read.get(record) ?? pagePictures(record)
  read.set(record, pictures)
  return pictures
}
let popup: ReturnType<typeof openPopup> | undefined

/** The open picture stands in the address: a link to the page opens it, Back closes it. Only an entry of our own is left by going back. */
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

onUse('viewer', (used) => {
  const { turn } = used.dataset
  if (turn) turnStage(used.parentElement!, turn === '1' ? 1 : -1, picturesOf(recordOf(used)))
  else if (used instanceof HTMLAnchorElement) open(used)
})
addEventListener('popstate', () => {
  if (!pictureIn(location.hash)) popup?.close()
})

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)
