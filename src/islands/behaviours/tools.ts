import { element } from '#islands/search/elements.ts'
import { accessed, type CitationStyle } from '#rules/citations/citations.ts'
import { onClick } from './record-loader.ts'
import { saveFile } from './save-file.ts'

/** Milliseconds that a button shows "Copied". */
const SAID_FOR = 2_000
const COPY = 'Copy'
const COPIED = 'Copied'
const BY_HAND = 'Your browser blocked copying. The text is selected, so you can copy it yourself.'
const waiting = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/** Copies the text of an element. False when the browser blocks it; then the text is selected. */
async function toClipboard(from: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(from.textContent)
    return true
  } catch {
    // Without https there is no clipboard API, but a selection can be copied.
    getSelection()?.selectAllChildren(from)
    return document.execCommand('copy')
  }
}

/** Copies the text beside the button, with today as the access date, and confirms it. */
async function copy(button: HTMLElement): Promise<void> {
  const from = document.getElementById(button.dataset['copy'] ?? '')
  const label = button.firstElementChild
  const status = button.closest('.use')?.querySelector('[role=status]')
  if (!from || !label || !status) return
  for (const place of document.querySelectorAll<HTMLElement>('[data-accessed]'))
    place.textContent = accessed(place.dataset['accessed'] as CitationStyle, new Date())
  const done = await toClipboard(from)
  clearTimeout(waiting.get(button))
  // Names what was copied: a repeated "Copied" would not be announced.
  const message = done ? `${COPIED} ${button.lastElementChild?.textContent ?? ''}` : BY_HAND
  status.textContent = message
  label.textContent = done ? COPIED : COPY
  if (!done) return
  waiting.set(
    button,
    setTimeout(() => {
      label.textContent = COPY
      if (status.textContent === message) status.textContent = ''
    }, SAID_FOR),
  )
}

/** Opens the system's sheet, or copies the permanent link. */
async function share(button: HTMLElement): Promise<void> {
  const [link, label] = [document.getElementById('cite-link'), button.lastElementChild]
  if (!link || !label) return
  const url = link.textContent
  // Rejects when the visitor closes the sheet.
  if ('share' in navigator) return navigator.share({ title: document.title, url }).catch(() => {})
  label.textContent = (await toClipboard(link)) ? 'Link copied' : 'Share'
  setTimeout(() => (label.textContent = 'Share'), SAID_FOR)
}

/** What a player needs to run, and no more: it must not navigate this page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox'

/** Replaces the consent question with the player of another site and focuses it. The link to that site stays. */
function showPlayer(button: HTMLElement): void {
  const card = button.closest('.recording')
  const src = button.dataset['player']
  if (!card || !src || card.querySelector('iframe')) return
  const frame = element('iframe', {
    title: button.dataset['title'] ?? '',
    class: 'player',
    sandbox: SANDBOX,
    allow: 'fullscreen; encrypted-media; picture-in-picture',
    // Players require a referrer, but only need the origin.
    referrerpolicy: 'strict-origin-when-cross-origin',
    src,
  })
  card.classList.add('shown')
  card.querySelector('.consent')?.remove()
  card.prepend(frame)
  button.remove()
  frame.focus()
}

onClick('tools', (element) => {
  if (element.dataset['player']) showPlayer(element)
  else if ('share' in element.dataset) void share(element)
  else if (element.dataset['copy']) void copy(element)
  else if (element instanceof HTMLAnchorElement) void saveFile(element)
})
