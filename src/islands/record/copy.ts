import { accessed, type CitationStyle } from '#rules/citations.ts'

/** Milliseconds that a button says that it has copied. */
const SAID_FOR = 2_000
const COPY = 'Copy'
const COPIED = 'Copied'
const BY_HAND = 'The browser does not let this page copy. The text is selected: copy it by hand.'
const waiting = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/** Puts the text of an element on the clipboard. False where the browser does not let it: then the text is selected. */
async function toClipboard(from: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(from.textContent)
    return true
  } catch {
    // On a page that is not https there is no clipboard, but a selection can be copied as from the menu.
    getSelection()?.selectAllChildren(from)
    return document.execCommand('copy')
  }
}

/** Copies what the button stands beside, with today as the day on which it was read, and says so. */
export async function copy(button: HTMLElement): Promise<void> {
  const from = document.getElementById(button.dataset['copy'] ?? '')
  const label = button.firstElementChild
  const status = button.closest('.use')?.querySelector('[role=status]')
  if (!from || !label || !status) return
  for (const place of document.querySelectorAll<HTMLElement>('[data-accessed]'))
    place.textContent = accessed(place.dataset['accessed'] as CitationStyle, new Date())
  const done = await toClipboard(from)
  clearTimeout(waiting.get(button))
  // What was copied is said too: a second "Copied" after a first one is no change, and would not be read out.
  const said = done ? `${COPIED} ${button.lastElementChild?.textContent ?? ''}` : BY_HAND
  status.textContent = said
  label.textContent = done ? COPIED : COPY
  if (!done) return
  waiting.set(
    button,
    setTimeout(() => {
      label.textContent = COPY
      if (status.textContent === said) status.textContent = ''
    }, SAID_FOR),
  )
}
