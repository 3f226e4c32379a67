import { type Element, within } from '#rules/texts/read-markup.ts'
import { elementsOf } from './xml.ts'

/** Elements that begin a line. */
const LINES = /^(?:p|head|item|label|event|entry|lb|addressline|chronitem|defitem|legalstatus)$/
/** An element and one in it by which it is prose, which is read as a whole; not where its words are only for printing. */
const PROSE =
  /^unittitle |^(?!controlaccess|descgrp|daogrp|relatedItem)\w+ (?:p|head|list|chronlist|table|blockquote|lb|emph|extref|ref)$/
/** Types of XLink and XML Schema, which say nothing of an element. */
const TYPES = /^(?:simple|locator)$|:/
/** What a record has once: a second one is a column of its own, up to five. Others are lines of one cell. */
const ONCE =
  /(?:date\w*|title|identifier|type|typeOfResource|genre|genreform|rights|license|accessCondition|unitid|url|href|file)(?: normal| end)?(?: \([^()]*\))?$/i

/** The text of an element, with a NUL, which XML never has, where a line begins. */
function written({ name, children }: Element): string {
  const texts = children.map((each) => (typeof each === 'string' ? each.replace(/\n[^\S\n]*\n/g, '\0') : written(each)))
  return LINES.test(name) ? `\0${texts.join('')}\0` : texts.join('')
}
/** The text of an element, a paragraph a line. */
export const linesOf = (element: Element): string => {
  const lines = written(element).split('\0')
  return lines.flatMap((line) => line.replace(/\s+/g, ' ').trim() || []).join('\n')
}
const isProse = ({ name, children }: Element) =>
  children.some((each) => (typeof each === 'string' ? each.trim() !== '' : PROSE.test(`${name} ${each.name}`)))

/** The cells of a row, which may have several texts under a heading. */
export function createCells() {
  const values = new Map<string, string[]>()
  return {
    add(heading: string, text: string | undefined): void {
      const texts = values.get(heading)
      if (text && texts) texts.push(text)
      else if (text) values.set(heading, [text])
    },
    first: (heading: string) => values.get(heading)?.[0],
    cells(): Record<string, string> {
      const cells: [string, string][] = []
      for (const [heading, texts] of values) {
        const apart = ONCE.test(heading) ? texts.slice(0, 4) : []
        for (const [at, text] of [...apart, texts.slice(apart.length).join('\n')].entries())
          if (text) cells.push([at === 0 ? heading : `${heading} (${at + 1})`, text])
      }
      return Object.fromEntries(cells)
    },
  }
}
export type CellsOfRow = ReturnType<typeof createCells>

/** Roles of those who made a thing, as words or codes of MARC. */
const MAKERS =
  /^(?:creator|cre|author|aut|photographer|pht|artist|art|architect|arc|cartographer|ctg|illustrator|ill|composer|cmp|maker|painter|sculptor|studio|corporate author|interviewee|ive)\.?$/i
const NAME_PARTS = ['family', 'given', '', 'termsOfAddress', 'date']
/** What stands before a part of a title. */
const BEFORE: Record<string, string> = { subTitle: ': ', partNumber: '. ', partName: '. ' }

/** A title or a name of MODS, whose parts are elements: its heading, its text, and what else is in it. */
function compose(element: Element, kind: string): [heading: string, text: string, rest: Element[]] | undefined {
  const inside = elementsOf(element)
  const title = inside.map((each) => (BEFORE[each.name] ?? ' ') + linesOf(each))
  if (/^titleInfo$/i.test(element.name)) return [`title${kind}`, title.join('').trim(), []]
  const partOf = ({ name, attributes }: Element) => (name === 'namePart' ? (attributes['type'] ?? '') : 'none')
  const parts = Map.groupBy(inside, partOf)
  const text = NAME_PARTS.flatMap((type) => parts.get(type)?.map(linesOf) ?? [])
  if (element.name !== 'name' || text.length === 0) return undefined
  const roles = within(element, ({ name }) => name === 'roleTerm').map(linesOf)
  const role = roles.length === 0 || roles.some((each) => MAKERS.test(each)) ? 'creator' : 'contributor'
  const rest = inside.filter((each) => !NAME_PARTS.includes(partOf(each)))
  return [kind === ' (corporate)' ? `corporate ${role}` : role, text.join(', '), rest]
}

/** Adds the texts below an element, each under the path of its elements: “originInfo dateIssued”, “identifier (local)”. */
export function flatten(element: Element, cells: CellsOfRow, path: readonly string[] = []): void {
  const add = (heading: string, text: string | undefined) => cells.add([...path, heading].join(' '), text)
  for (const child of elementsOf(element)) {
    const { name, attributes, children } = child
    if (name === 'head') continue
    const { resource, href = resource, langcode, element: field = name, qualifier = 'none' } = attributes
    const kinds = ['type', 'localtype', 'point'].map((each) => attributes[each])
    const type = kinds.find((each) => each && !TYPES.test(each))
    const kind = type === undefined ? '' : ` (${type})`
    // DSpace says <dcvalue element="date" qualifier="issued">.
    const label = name === 'dcvalue' ? `${field} ${qualifier}`.replace(/ none$/, '') : `${name}${kind}`
    const composed = compose(child, kind)
    const inside = elementsOf(child)
    if (href) add(`${label} ${/\.(?:jpe?g|png|tiff?|pdf|mp3|mp4|wav)$/i.test(href) ? 'file' : 'href'}`, href)
    if (composed) {
      add(composed[0], composed[1])
      flatten({ ...child, children: composed[2] }, cells, [...path, composed[0]])
    } else if (name.startsWith('unitdate')) addDate(child, cells)
    else if (name === 'container') add(name, [type ?? attributes['label'], linesOf(child)].filter(Boolean).join(' '))
    else if (isProse(child)) {
      for (const date of elementsOf(child, 'unitdate')) addDate(date, cells)
      const own = children.filter((each) => typeof each === 'string' || each.name !== 'unitdate')
      add(label, linesOf({ ...child, children: own }).replace(name === 'unittitle' ? /,$/ : '', ''))
    } else if (inside.length === 0) add(label, langcode)
    else if (inside.every((each) => each.name === 'part')) add(label, inside.map(linesOf).join(', '))
    else flatten(child, cells, path.includes(label) ? path : [...path, label])
  }
}

/** A date with its normal form, 1905/1910, as start and end. */
function addDate(element: Element, cells: CellsOfRow): void {
  const parts = within(element, ({ name }) => /^(?:fromdate|todate|datesingle)$/.test(name))
  const normal = element.attributes['normal'] ?? parts.map(({ attributes }) => attributes['standarddate']).join('/')
  const [start = '', end = start] = normal.split('/')
  cells.add('unitdate normal', start)
  if (end !== start) cells.add('unitdate end', end)
  const text = parts.length > 0 ? parts.map(linesOf).filter(Boolean).join('-') : linesOf(element)
  if (text !== start) cells.add(start ? 'unitdate (text)' : 'unitdate', text)
}
