import { type Element, within } from '#rules/texts/read-markup.ts'
import { elementsOf, textIn } from './xml.ts'

/** Elements that begin a line. */
const LINES = /^(?:p|head|item|label|event|entry|lb|addressline|chronitem|defitem|legalstatus)$/
/** Of prose, which is read as a whole. */
const PROSE = /^(?:p|head|list|chronlist|table|blockquote|lb|emph|title|extref|ref|num)$/
/** What holds other elements, with words of its own that are only for printing. */
const HOLDERS = /^(?:controlaccess|descgrp|daogrp|relatedItem|originInfo)$/i
/** Attributes that say what an element is; those of XLink and XML Schema are no such. */
const KINDS = ['type', 'localtype', 'point']
const isKind = (kind: string | undefined) => kind !== undefined && kind !== '' && !/^(?:simple|locator)$|:/.test(kind)
/** What a record has once: a second one is a column of its own. Others are lines of one cell. */
const ONCE =
  /(?:date\w*|title|identifier|type|typeOfResource|genre|genreform|rights|license|accessCondition|unitid|url|href|file)(?: normal| end)?(?: \([^()]*\))?$/i
/** The columns of one kind. */
const MOST_ALIKE = 5

function written({ children }: Element): string {
  const parts = children.map((each) => {
    if (typeof each !== 'string') return LINES.test(each.name) ? `\n${written(each)}\n` : written(each)
    const paragraphs = each.split(/\n[^\S\n]*\n/)
    return paragraphs.map((part) => part.replace(/\s+/g, ' ')).join('\n')
  })
  return parts.join('')
}
/** The text of an element, a paragraph a line. */
export function linesOf(element: Element): string {
  const lines = written(element).split('\n')
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
const join = (texts: (string | undefined)[], between: string) => texts.filter(Boolean).join(between)

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
        const apart = ONCE.test(heading) ? texts.slice(0, MOST_ALIKE - 1) : []
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
  /^(?:|creator|cre|author|aut|photographer|pht|artist|art|architect|arc|cartographer|ctg|illustrator|ill|composer|cmp|maker|painter|sculptor|studio|corporate author|interviewee|ive)$/i

/** What several elements say together: a heading, its text, and the elements that are in it. */
type Composed = [heading: string, text: string, used: string[]]
const COMPOSED: Record<string, (element: Element) => Composed> = {
  titleInfo(element) {
    const { type } = element.attributes
    const title = join([textIn(element, 'nonSort')?.trim(), textIn(element, 'title')?.trim()], ' ')
    const part = join([textIn(element, 'partNumber'), textIn(element, 'partName')], ', ')
    const text = join([join([title, textIn(element, 'subTitle')], ': '), part], '. ')
    return [
      isKind(type) ? `title (${type})` : 'title',
      text,
      ['nonSort', 'title', 'subTitle', 'partNumber', 'partName'],
    ]
  },
  name(element) {
    const parts = elementsOf(element, 'namePart')
    const of = (...kinds: (string | undefined)[]) =>
      parts.filter(({ attributes }) => kinds.includes(attributes['type'])).map(linesOf)
    const roles = elementsOf(element, 'role')
      .flatMap((role) => elementsOf(role))
      .map(linesOf)
    const isMaker = roles.length === 0 || roles.some((role) => MAKERS.test(role.replace(/[.]$/, '')))
    const heading = `${element.attributes['type'] === 'corporate' ? 'corporate ' : ''}${isMaker ? 'creator' : 'contributor'}`
    const text = join([...of('family'), ...of('given'), ...of(undefined, '', 'termsOfAddress'), ...of('date')], ', ')
    return [heading, text || (textIn(element, 'displayForm') ?? ''), parts.length > 0 ? ['namePart'] : ['displayForm']]
  },
  titleinfo: (element) => COMPOSED['titleInfo']!(element),
  container: (element) => {
    const { type, localtype, label } = element.attributes
    return [
      'container',
      join([type ?? localtype ?? label, linesOf(element)], ' '),
      elementsOf(element).map(({ name }) => name),
    ]
  },
}

/** Adds the texts below an element, each under the path of its elements: “originInfo dateIssued”, “identifier (local)”. */
export function flatten(element: Element, cells: CellsOfRow, path: readonly string[] = []): void {
  const under = (heading: string) => [...path.filter((each) => each !== heading), heading].join(' ')
  for (const child of elementsOf(element)) {
    const { name, attributes } = child
    if (HOLDERS.test(element.name) && name === 'head') continue
    const kind = KINDS.map((each) => attributes[each]).find(isKind)
    // DSpace says <dcvalue element="date" qualifier="issued">.
    const called =
      name === 'dcvalue' ? join([attributes['element'], attributes['qualifier']], ' ').replace(/ none$/, '') : name
    const label = kind === undefined ? called : `${called} (${kind})`
    const { href, langcode } = attributes
    if (langcode && linesOf(child) === '') cells.add(under(label), langcode)
    if (href)
      cells.add(`${under(label)} ${/\.(?:jpe?g|png|tiff?|pdf|mp3|mp4|wav)$/i.test(href) ? 'file' : 'href'}`, href)
    const composed = COMPOSED[name]?.(child)
    if (composed) {
      const [heading, text, used] = composed
      cells.add(under(heading), text)
      const rest = child.children.filter((each) => typeof each !== 'string' && !used.includes(each.name))
      flatten({ ...child, children: rest }, cells, [...path, heading])
    } else if (name.startsWith('unitdate')) addDate(child, cells)
    else if (
      !HOLDERS.test(name) &&
      child.children.some((each) => (typeof each === 'string' ? each.trim() !== '' : PROSE.test(each.name)))
    ) {
      // A date inside of a title.
      const dates = elementsOf(child, 'unitdate')
      for (const date of dates) addDate(date, cells)
      const own = {
        ...child,
        children: child.children.filter((each) => typeof each === 'string' || each.name !== 'unitdate'),
      }
      cells.add(under(label), linesOf(own).replace(name === 'unittitle' ? /,$/ : '', ''))
    } else if (elementsOf(child, 'part').length > 0)
      cells.add(under(label), elementsOf(child, 'part').map(linesOf).join(', '))
    else flatten(child, cells, [...path, label])
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
