import arrow from 'lucide-static/icons/arrow-right.svg?raw'
import box from 'lucide-static/icons/amphora.svg?raw'
import calendar from 'lucide-static/icons/calendar-days.svg?raw'
import camera from 'lucide-static/icons/camera.svg?raw'
import outside from 'lucide-static/icons/arrow-up-right.svg?raw'
import mail from 'lucide-static/icons/mail.svg?raw'
import next from 'lucide-static/icons/chevron-right.svg?raw'
import previous from 'lucide-static/icons/chevron-left.svg?raw'
import mic from 'lucide-static/icons/mic.svg?raw'
import newspaper from 'lucide-static/icons/newspaper.svg?raw'
import paper from 'lucide-static/icons/scroll-text.svg?raw'
import play from 'lucide-static/icons/play.svg?raw'
import feed from 'lucide-static/icons/rss.svg?raw'
import search from 'lucide-static/icons/search.svg?raw'

/** Lucide's drawings (ISC), inlined when the site is built; decoration only, so that each stands beside words. */
const drawn = (svg: string): string =>
  svg
    .replace(/<!--.*?-->/s, '')
    .replace(/\s+/g, ' ')
    .replace(
      /<svg .*?>/,
      '<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">',
    )
    .replaceAll('> <', '><')
    .trim()

export const icons = {
  arrow: drawn(arrow),
  box: drawn(box),
  calendar: drawn(calendar),
  camera: drawn(camera),
  feed: drawn(feed),
  mail: drawn(mail),
  mic: drawn(mic),
  next: drawn(next),
  newspaper: drawn(newspaper),
  outside: drawn(outside),
  paper: drawn(paper),
  play: drawn(play),
  previous: drawn(previous),
  search: drawn(search),
}
