import { element } from '#islands/search/elements.ts'

/** What a player needs to run, and no more: it must not navigate this page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox'

/** Replaces the consent question with the player of another site and focuses it. The link to that site stays. */
export function showPlayer(button: HTMLElement): void {
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
