import { element } from '#islands/search/elements.ts'
import { isPlainClick } from '#islands/widgets/plain-click.ts'

/** Bundle: sounds and videos of the archive, from their first use. What is said follows the sound, and leads to it. */

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2']
const secondsOf = (link: HTMLAnchorElement) => Number(/t(\d+)$/.exec(link.hash)?.[1])

function prepare(media: HTMLMediaElement): void {
  const section = media.closest('.own-recording')!
  const lines = [...section.querySelectorAll<HTMLAnchorElement>('p a')]
  const times = lines.map(secondsOf)
  const select = element('select', {})
  select.append(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === '1', speed === '1')))
  select.addEventListener('change', () => (media.playbackRate = Number(select.value)))
  const label = element('label', { class: 'meta' })
  label.append('Speed ', select)
  media.after(label)
  media.addEventListener('timeupdate', () => {
    const at = times.findLastIndex((time) => time <= media.currentTime)
    mark(section, lines[at])
  })
  if (media instanceof HTMLVideoElement && lines.length > 0) {
    const track = media.addTextTrack('captions', 'Captions')
    lines.forEach((line, at) => track.addCue(new VTTCue(times[at]!, times[at + 1] ?? times[at]! + 5, line.textContent)))
    track.mode = 'showing'
  }
}

function mark(section: Element, line: HTMLElement | undefined): void {
  for (const before of section.querySelectorAll('p a[aria-current]'))
    if (before !== line) before.removeAttribute('aria-current')
  line?.setAttribute('aria-current', 'true')
}

for (const media of document.querySelectorAll<HTMLMediaElement>('.own-recording :is(audio, video)')) prepare(media)

addEventListener('click', (event) => {
  if (!isPlainClick(event) || !(event.target instanceof Element)) return
  const said = event.target.closest<HTMLElement>('[data-live=recording]')
  if (!said) return
  const used =
    event.target.closest<HTMLAnchorElement>('a') ?? said.querySelector<HTMLAnchorElement>('a:hover, a:focus-visible')
  const named = (location.hash || location.search.replace('t=', 't')).slice(1)
  const link = used ?? document.querySelector<HTMLAnchorElement>(`a[id="${CSS.escape(named)}"]`)
  if (!link) return
  event.preventDefault()
  const section = said.closest('.own-recording')!
  const media = section.querySelector<HTMLMediaElement>('audio, video')!
  media.currentTime = secondsOf(link)
  const line = document.getElementById(link.hash.slice(1))
  mark(section, line ?? undefined)
  // Nothing plays by itself because an address names a moment.
  if (!used) return line?.scrollIntoView({ block: 'center' })
  if (link.hash.startsWith('#t')) history.replaceState(history.state, '', `?t=${secondsOf(link)}`)
  void media.play().catch(() => {})
})
