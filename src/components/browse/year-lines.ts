import type { Link } from '#rules/addresses/page-addresses.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { Moment } from '#snapshot/pages/browse/moments.ts'
import type { YearName, YearRow } from '#snapshot/pages/browse/year-places.ts'

// Built as strings, like the lines of indexes: there are hundreds on a page.

const linkTo = ({ href, text }: Link) => `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`

/** Lines of a list before the others, which are folded. */
const SHOWN = 8
/** Of a year of a county; the indexes have all. */
const MOST = 300

const momentLines = (moments: readonly Moment[], year: number): string =>
  `<ul class="lines">${moments
    .map((each) => {
      // The heading says the year, and mostly what happened.
      const day = each.when.replace(new RegExp(` ?${year}$`), '')
      const note = [day, each.kind === 'deed' || each.kind === 'plaque' ? each.note : ''].filter(Boolean)
      return `<li>${linkTo(each)}${note.length > 0 ? ` <span>${escapeMarkup(note.join(', '))}</span>` : ''}</li>`
    })
    .join('')}</ul>`

/** What happened, of one kind: some lines, and the others folded. */
export function momentList(moments: readonly Moment[], year: number): string {
  const others = moments.slice(SHOWN, MOST)
  const left = moments.length - SHOWN - others.length
  const more = left > 0 ? `<p>and ${formatNumber(left)} more</p>` : ''
  return (
    momentLines(moments.slice(0, SHOWN), year) +
    (others.length > 0
      ? `<details><summary>${formatNumber(moments.length - SHOWN)} more</summary>${momentLines(others, year)}${more}</details>`
      : '')
  )
}

const name = ({ note, concluded, ...link }: YearName): string => {
  const text = linkTo(link) + (note ? ` (${escapeMarkup(note)})` : '')
  return concluded ? `<i title="Concluded: ${escapeMarkup(concluded)}">${text}</i>` : text
}
const names = (all: readonly YearName[]) => all.map(name).join(', ')

export const PLACE_COLUMNS = ['Place', 'Owner', 'Occupants', 'Business', 'Pictures'] as const

/** A row of "Places in 1870", on a phone a small record (styles/tables.css). */
export function placeLine({ place, today, owners, occupants, businesses, pictures }: YearRow): string {
  const cells = [
    linkTo(place) + (today ? ` <small>now ${escapeMarkup(today)}</small>` : ''),
    names(owners),
    names(occupants),
    names(businesses),
    pictures > 0 ? linkTo({ href: place.href.replace(/\?.*/, '#items'), text: plural(pictures, 'picture') }) : '',
  ]
  return `<tr>${cells.map((cell, at) => `<td data-label="${PLACE_COLUMNS[at]}">${cell}</td>`).join('')}</tr>`
}
