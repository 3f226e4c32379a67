import { type Element, within } from '#rules/texts/read-markup.ts'
import { elementsOf } from './xml.ts'

/** Elements that begin a line. */
const LINES = /^(?:p|head|item|label|event|entry|lb|addressline|chronitem|defitem|legalstatus)$/
/** Of prose, which is read as a whole. */
const PROSE = /^(?:p|head|list|chronlist|table|blockquote|lb|emph|title|extref|ref|num)$/
/** What holds other elements, with words of its own that are only for printing. */
const HOLDERS = /^(?:controlaccess|descgrp|daogrp|relatedItem|originInfo)$/i
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
  !HOLDERS.test(name) &&
  children.some((each) => (typeof each === 'string' ? each.trim() !== '' : PROSE.test(each.name)))

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
/** What stands before a part of a title. */
const BEFORE: Record<string, string> = { subTitle: ': ', partNumber: '. ', partName: '. ' }

/** A title or a name of MODS, whose parts are elements: its heading, its text, and what else is in it. */
function compose(element: Element, kind: string): [heading: string, text: string, rest: Element[]] | undefined {
  const inside = elementsOf(element)
  const title = inside.map((each) => (BEFORE[each.name] ?? ' ') + linesOf(each))
  if (/^titleInfo$/i.test(element.name)) return [`title${kind}`, title.join('').trim(), []]
  const parts = Map.groupBy(elementsOf(element, 'namePart'), ({ attributes }) => attributes['type'] ?? '')
  if (element.name !== 'name' || parts.size === 0) return undefined
  const text = ['family', 'given', '', 'termsOfAddress', 'date'].flatMap((type) => parts.get(type)?.map(linesOf) ?? [])
  const roles = within(element, ({ name }) => name === 'roleTerm').map(linesOf)
  const role = roles.length === 0 || roles.some((each) => MAKERS.test(each)) ? 'creator' : 'contributor'
  const rest = inside.filter(({ name }) => name !== 'namePart')
  return [kind === ' (corporate)' ? `corporate ${role}` : role, text.join(', '), rest]
}

/** Adds the texts below an element, each under the path of its elements: “originInfo dateIssued”, “identifier (local)”. */
export function flatten(element: Element, cells: CellsOfRow, path: readonly string[] = []): void {
  const add = (heading: string, text: string | undefined) => cells.add([...path, heading].join(' '), text)
  for (const child of elementsOf(element)) {
    const { name, attributes, children } = child
    if (HOLDERS.test(element.name) && name === 'head') continue
    const { resource, href = resource, langcode, element: field = name, qualifier = 'none' } = attributes
    const kinds = ['type', 'localtype', 'point'].map((each) => attributes[each])
    const type = kinds.find((each) => each && !TYPES.test(each))
    const kind = type === undefined ? '' : ` (${type})`
    // DSpace says <dcvalue element="date" qualifier="issued">.
    const label = name === 'dcvalue' ? `${field} ${qualifier}`.replace(/ none$/, '') : `${name}${kind}`
    const composed = compose(child, kind)
    const dates = elementsOf(child, 'unitdate')
    if (href) add(`${label} ${/\.(?:jpe?g|png|tiff?|pdf|mp3|mp4|wav)$/i.test(href) ? 'file' : 'href'}`, href)
    if (composed) {
      add(composed[0], composed[1])
      flatten({ ...child, children: composed[2] }, cells, [...path, composed[0]])
    } else if (name.startsWith('unitdate')) addDate(child, cells)
    else if (name === 'container') add(name, [type ?? attributes['label'], linesOf(child)].filter(Boolean).join(' '))
    else if (isProse(child)) {
      for (const date of dates) addDate(date, cells)
      const own = { ...child, children: children.filter((each) => !dates.includes(each as Element)) }
      add(label, linesOf(own).replace(name === 'unittitle' ? /,$/ : '', ''))
    } else if (elementsOf(child, 'part').length > 0) add(label, elementsOf(child).map(linesOf).join(', '))
    else if (elementsOf(child).length === 0) add(label, langcode)
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
