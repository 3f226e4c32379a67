/** What a player needs to run, and no more: it may not steer this page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox'

/** Puts the player of another site in the place of the question about it; the link to that site stays. The focus goes into the player. */
export function showPlayer(button: HTMLElement): void {
  const card = button.closest('.recording')
  const src = button.dataset['player']
  if (!card || !src || card.querySelector('iframe')) return
  const frame = document.createElement('iframe')
  frame.title = button.dataset['title'] ?? ''
  frame.className = 'player'
  frame.setAttribute('sandbox', SANDBOX)
  frame.allow = 'fullscreen; encrypted-media; picture-in-picture'
  // Players refuse a page that does not say where it is; the address of the item itself they need not know.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = src
  card.classList.add('shown')
  card.querySelector('.consent')?.remove()
  card.prepend(frame)
  button.remove()
  frame.focus()
}
