import { isUtf8 } from 'node:buffer'
import { type TreeNode, parseGedcom, parseNameParts } from 'read-gedcom'
import { listSome, type RawRow, type RawTable, UnreadableTable } from './table.ts'

/** The whole file is held in memory. */
const MOST_BYTES = 100 * 2 ** 20
const EVENTS: Record<string, string> = { BIRT: 'birth', BAPM: 'baptism', CHR: 'baptism', DEAT: 'death', BURI: 'burial' }
const FACTS: Record<string, string> = { SEX: 'sex', OCCU: 'occupation', RESN: 'resn', NOTE: 'notes', SNOTE: 'notes' }
/** Of links between people and families only this is known to the columns. */
const LINKS = ['FAMC', 'FAMS', 'HUSB', 'WIFE', 'CHIL']
const PEOPLE = [
  ...['key', 'name', 'given_names', 'surname', 'suffix', 'nickname', 'other_names', 'sex'],
  ...[...new Set(Object.values(EVENTS))].flatMap((event) => [`${event}_date`, `${event}_place`]),
  ...['is_dead', 'spouses', 'marriages', 'occupation', 'resn', 'notes', 'other'],
]
/** `place of the archive`: a row without one is not read further (mapping/map-row.ts). */
const RESIDENCES = ['person', 'place of the archive', 'date', 'source']
const RELATIONSHIPS = ['person1', 'person2', 'relationship_type', 'kind']

type Row = Record<string, string>
const childrenOf = (node: TreeNode, ...tags: string[]) => node.children.filter(({ tag }) => tags.includes(tag!))
const keyOf = (pointer: string | null) => pointer?.replace(/^@(?:VOID@)?|@$/g, '') ?? ''
const join = (texts: (string | undefined)[], separator: string) => texts.filter(Boolean).join(separator)

/** @throws {UnreadableTable} */
function parse(bytes: Buffer): TreeNode[] {
  if (bytes.length > MOST_BYTES) throw new UnreadableTable('A family file has at most 100 MiB. Export it in parts.')
  // Empty and indented lines and several spaces before a tag are usual, but no GEDCOM. UTF-16 has zero bytes between its letters.
  const lines = bytes
    .toString('latin1')
    .trim()
    .replace(/[\r\n]\s*/g, '\n')
    .replace(/^(\d+)[ \t]{2,}/gm, '$1 ')
  if (/\n\d{3,} /.test(lines)) throw new UnreadableTable('Lines are nested too deeply for a family file.')
  // Programs often name an encoding that they don't write.
  const encoding = (line: string, named: string) =>
    isUtf8(bytes) ? '\n1 CHAR UTF-8' : /utf/i.test(named) ? '\n1 CHAR ANSI' : line
  const clean = () => Buffer.from(lines.replace(/\n1 CHAR (.*)/, encoding), 'latin1')
  try {
    return parseGedcom(Uint8Array.from(bytes.includes(0) ? bytes : clean()).buffer).children
  } catch (error) {
    const reason = `The family file can't be read: ${(error as Error).message}. Export it again as GEDCOM.`
    throw new UnreadableTable(reason, { cause: error })
  }
}

/**
 * The people of a family file and their relationships (GEDCOM 5.5.1 and 7), with dates as written; person1 is a parent of person2. What has no column of its
 * own stands under `other`, what is known of a family under `marriages` of its first partner. @throws {UnreadableTable}
 */
export function readGedcom(bytes: Buffer, about: string[] = []): RawTable[] {
  const records = parse(bytes)
  const byPointer = new Map(records.map((record) => [record.pointer, record]))
  // Exports without the living leave the links to them.
  const isAbsent = ({ tag, value }: TreeNode) => ['HUSB', 'WIFE', 'CHIL'].includes(tag!) && !byPointer.has(value)
  const families = records.filter(({ tag }) => tag === 'FAM')
  const absent = families.flatMap(({ children }) => children.filter(isAbsent)).filter(({ value }) => keyOf(value))
  for (const family of families) family.children = family.children.filter((child) => !isAbsent(child))
  if (absent.length > 0) {
    const links = absent.map(({ tag, value, indexSource }) => `line ${indexSource + 1} (${tag} ${value})`)
    about.push(`people whom families name are not in the file, and left out: ${listSome(links)}.`)
  }
  /** Of a link to a note or source its text. */
  function textOf({ value }: TreeNode): string {
    const record = value ? byPointer.get(value) : undefined
    const texts = record ? [record.value, ...childrenOf(record, 'TITL', 'NAME').map((child) => child.value)] : []
    return (texts.find(Boolean) ?? value ?? '').replaceAll('@@', '@')
  }
  const describe = (node: TreeNode, text = textOf(node), rest = node.children): string =>
    join([node.tag!, text, rest.length > 0 ? `(${rest.map((each) => describe(each)).join('; ')})` : ''], ' ')
  /** Takes the first text of each tag, and adds the rest of the node to `other`. */
  function take(node: TreeNode, tags: string[], other: string[], text: string): Row {
    const found: Row = {}
    const rest = node.children.flatMap((child) => {
      if (!tags.includes(child.tag!) || Object.hasOwn(found, child.tag!)) return [child]
      found[child.tag!] = textOf(child)
      return child.children.length > 0 ? [{ ...child, value: null }] : []
    })
    if (text || rest.length > 0) other.push(describe(node, text, rest))
    return found
  }
  /** What people and families have in common; `events` by tag. */
  function readFacts(record: TreeNode, events: Record<string, string>): Row & { other: string } {
    const row: Row = {}
    const other: string[] = []
    for (const child of record.children) {
      const tag = child.tag!
      const [event, fact] = [events[tag], FACTS[tag]]
      if (event && !(`${event}_date` in row)) {
        const { DATE = '', PLAC = '' } = take(child, ['DATE', 'PLAC'], other, tag === 'DEAT' ? '' : textOf(child))
        Object.assign(row, { [`${event}_date`]: DATE, [`${event}_place`]: PLAC })
      } else if (fact && (fact === 'notes' || !(fact in row))) {
        row[fact] = join([row[fact], textOf(child)], '\n\n')
        take(child, [], other, '')
      } else if (LINKS.includes(tag)) take(child, ['PEDI'], other, '')
      else if (!['NAME', 'CHAN', 'CREA'].includes(tag)) other.push(describe(child))
    }
    return { ...row, other: other.join('\n') }
  }
  function readPerson(record: TreeNode): Row {
    const [name, ...names] = childrenOf(record, 'NAME')
    const other: string[] = []
    const { GIVN, SURN, NSFX, NICK = '' } = name ? take(name, ['GIVN', 'SURN', 'NSFX', 'NICK'], other, '') : ({} as Row)
    const [given = '', surname = '', suffix = ''] = parseNameParts(name?.value ?? null) ?? []
    const facts = readFacts(record, EVENTS)
    return {
      ...facts,
      ...{
        key: keyOf(record.pointer),
        name: (GIVN ?? given) || (SURN ?? surname) ? '' : (name?.value ?? '').replaceAll('/', '').trim(),
        nickname: NICK,
      },
      ...{ given_names: GIVN ?? given, surname: SURN ?? surname, suffix: NSFX ?? suffix },
      other_names: names.map((each) => describe({ ...each, tag: null })).join('; '),
      spouses: (spouses.get(keyOf(record.pointer)) ?? []).join('; '),
      marriages: (marriages.get(keyOf(record.pointer)) ?? []).join('\n'),
      is_dead: childrenOf(record, 'DEAT', 'BURI').length > 0 ? 'Y' : '',
      other: join([...other, facts.other], '\n'),
    }
  }
  /** Partners by the key of each, and what is known of their families. */
  const spouses = new Map<string, string[]>()
  const marriages = new Map<string, string[]>()
  for (const record of families) {
    const partners = childrenOf(record, 'HUSB', 'WIFE').map(({ value }) => keyOf(value))
    const [first = '', ...others] = partners
    for (const each of partners)
      spouses.set(each, [...(spouses.get(each) ?? []), ...partners.filter((other) => other !== each)])
    const { marriage_date, marriage_place, notes, ...facts } = readFacts(record, { MARR: 'marriage' })
    const known = join([marriage_date, marriage_place, notes, ...Object.values(facts)], ', ')
    const names = others
      .map((key) => byPointer.get(`@${key}@`))
      .map((each) => each && childrenOf(each, 'NAME')[0]?.value)
    if (known !== '')
      marriages.set(first, [
        ...(marriages.get(first) ?? []),
        join([join(names as string[], ', ').replaceAll('/', ''), known], ': '),
      ])
  }
  function readParents(record: TreeNode): Row[] {
    const partners = childrenOf(record, 'HUSB', 'WIFE').map(({ value }) => keyOf(value))
    return childrenOf(record, 'CHIL').flatMap(({ value }) => {
      const links = byPointer
        .get(value)
        ?.children.filter(({ tag, value: family }) => tag === 'FAMC' && family === record.pointer)
      const kind = links?.flatMap((link) => childrenOf(link, 'PEDI')).map(textOf)[0] ?? ''
      return partners.map((parent) => ({ person1: parent, person2: keyOf(value), relationship_type: 'parent', kind }))
    })
  }
  /** They stay in the person's notes, too: most are towns. */
  function readResidences(record: TreeNode): Row[] {
    const first = (resi: TreeNode, ...tags: string[]) =>
      tags.flatMap((tag) => childrenOf(resi, tag)).map(textOf)[0] ?? ''
    return childrenOf(record, 'RESI').map((resi) => ({
      ...{ person: keyOf(record.pointer), 'place of the archive': first(resi, 'PLAC', 'ADDR') },
      ...{ date: first(resi, 'DATE'), source: first(resi, 'SOUR') },
    }))
  }
  function tableOf(sheet: string, headings: string[], tag: string, toRows: (record: TreeNode) => Row[]): RawTable {
    const rows = records
      .filter((record) => record.tag === tag)
      .flatMap(toRows)
      .map((row, at): RawRow => ({ line: at + 1, cells: headings.map((heading) => row[heading] ?? '') }))
    async function* read() {
      if (rows.length > 0) yield { line: 0, cells: headings }
      yield* rows
    }
    return { sheet, isNamed: true, read }
  }
  const others = Map.groupBy(records, ({ tag }) => tag!)
  for (const tag of ['HEAD', 'INDI', 'FAM', 'TRLR']) others.delete(tag)
  const kinds = [...others].map(([tag, { length }]) => `${length} × ${tag}`).join(', ')
  if (kinds) about.push(`other records of the file are only read where a person or a family names them: ${kinds}.`)
  const people = tableOf('people', PEOPLE, 'INDI', (record) => [readPerson(record)])
  return [
    { ...people, about },
    tableOf('relationships', RELATIONSHIPS, 'FAM', readParents),
    tableOf('residents', RESIDENCES, 'INDI', readResidences),
  ]
}
