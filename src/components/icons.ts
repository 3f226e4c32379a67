import outside from 'lucide-static/icons/arrow-up-right.svg?raw'
import mail from 'lucide-static/icons/mail.svg?raw'
import feed from 'lucide-static/icons/rss.svg?raw'
import search from 'lucide-static/icons/search.svg?raw'
import { paths } from './Icon.tsx'

/** The markup of `Drawing` for the header and footer: faster than rendering React on every page. */
const markup = (svg: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths(svg)}</svg>`

export const icons = { feed: markup(feed), mail: markup(mail), outside: markup(outside), search: markup(search) }
