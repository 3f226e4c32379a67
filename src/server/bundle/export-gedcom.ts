import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MONTHS, dateParts } from '#rules/dates/partial-dates.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import type { RecordFields } from '#contract/record.ts'
import type { Db } from '../database/tables.ts'
import { namesOf } from '../records/names.ts'
import { makeFolder, exportedRows } from './export-bundle.ts'
import { createPublicCut } from './public-cut.ts'

const SEXES: Record<string, string> = { male: 'M', female: 'F', other: 'X' }

/** 14 MAR 1905 */
function gedcomDate(date: number): string {
  const { year, month, day } = dateParts(date)
  return [day || '', month ? MONTHS[month - 1]!.slice(0, 3).toUpperCase() : '', year].filter(Boolean).join(' ')
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
/** A line of GEDCOM, with what follows a line break as continuations. */
function line(level: number, tag: string, value = ''): string[] {
  const [first = '', ...rest] = value.split(/\r\n|\r|\n/).map((each) => (each.startsWith('@') ? `@${each}` : each))
  return [`${level} ${tag}${first && ` ${first}`}`, ...rest.map((each) => `${level + 1} CONT${each && ` ${each}`}`)]
}

/** An event whose date may be in words only. */
function event(tag: string, date: unknown, written: unknown): string[] {
  if (typeof date !== 'number' && text(written) === '') return []
  const isAbout = parseWrittenDate(text(written))?.edtf.includes('~')
  const known = typeof date === 'number' ? `${isAbout ? 'ABT ' : ''}${gedcomDate(date)}` : ''
  return [...line(1, tag), ...line(2, 'DATE', known), ...(text(written) ? line(3, 'PHRASE', text(written)) : [])]
}

/** A residence: FROM 1866 TO 1881, at an address or a place of this name. */
function residence(row: RecordFields, place: string): string[] {
  const [from, to] = [row['date_start'], row['date_end']].map((date) =>
    typeof date === 'number' ? gedcomDate(date) : '',
  )
  const date = to ? `${from && `FROM ${from} `}TO ${to}` : from
  const note = [row['written'], row['source']].filter(Boolean).map(text).join('; ')
  return [
    '1 RESI',
    ...(date ? line(2, 'DATE', date) : []),
    ...line(2, 'ADDR', place),
    ...(note ? line(2, 'NOTE', note) : []),
  ]
}

/** Parents and children who make a family, by the numbers of the parents. */
function familiesOf(people: readonly RecordFields[], relationships: readonly RecordFields[]) {
  const known = new Set(people.map(({ id }) => id))
  const parents = new Map<unknown, number[]>()
  for (const { person1, person2 } of relationships)
    if (known.has(person1) && known.has(person2))
      parents.set(person2, [...(parents.get(person2) ?? []), Number(person1)])
  const families = new Map<string, { partners: number[]; children: unknown[] }>()
  const familyOf = (partners: number[]) => {
    const sorted = [...new Set(partners)].sort((a, b) => a - b)
    const key = sorted.join(' ')
    const family = families.get(key) ?? { partners: sorted, children: [] }
    families.set(key, family)
    return family
  }
  for (const { id, spouses } of people)
    for (const spouse of (spouses as number[] | undefined) ?? []) if (known.has(spouse)) familyOf([Number(id), spouse])
  // A family has two parents at most; foster parents and the like are a second one.
  for (const [child, all] of parents)
    for (let at = 0; at < all.length; at += 2) familyOf(all.slice(at, at + 2)).children.push(child)
  return [...families.values()]
}

/** Writes `people.ged`. Returns how many people are in it. @throws {FolderNotEmpty} */
export async function exportGedcom(db: Db, folder: string): Promise<number> {
  await makeFolder(folder)
  const { text, count } = await gedcomText(db)
  await writeFile(join(folder, 'people.ged'), text)
  return count
}

/** The people that visitors see, with what they see of them, in GEDCOM 7.0. `only`: these of them. */
export async function gedcomText(db: Db, only?: ReadonlySet<unknown>): Promise<{ text: string; count: number }> {
  const { people, relationships, residents, places } = await db.transaction().execute(async (trx) => {
    const cut = await createPublicCut(trx)
    const rowsOf = async (list: 'people' | 'relationships' | 'residents') => {
      const rows: RecordFields[] = []
      for await (const each of exportedRows(trx, list)) {
        const row = cut(list, each)
        if (!row || row['visibility'] === 'draft' || (list === 'people' && !(only?.has(row['id']) ?? true))) continue
        rows.push(row)
      }
      return rows
    }
    const residents = await rowsOf('residents')
    const places = await namesOf(
      trx,
      'locations',
      residents.map(({ location }) => Number(location)),
    )
    return { people: await rowsOf('people'), relationships: await rowsOf('relationships'), residents, places }
  })
  const families = familiesOf(people, relationships)
  const lines = ['0 HEAD', '1 GEDC', '2 VERS 7.0', ...line(1, 'SOUR', 'Lotline')]
  const links = new Map<unknown, string[]>()
  for (const [at, { partners, children }] of families.entries()) {
    for (const id of children) links.set(id, [...(links.get(id) ?? []), `1 FAMC @F${at + 1}@`])
    for (const id of partners) links.set(id, [...(links.get(id) ?? []), `1 FAMS @F${at + 1}@`])
  }
  const residences = Map.groupBy(residents, (row) => row['person'])
  const sexOf = new Map(people.map(({ id, sex }) => [id, sex]))
  for (const person of people) {
    const given = [person['first_name'], person['middle_name']].map(text).filter(Boolean).join(' ')
    const surname = text(person['surname'])
    lines.push(`0 @I${String(person['id'])}@ INDI`, ...line(1, 'NAME', `${given} /${surname}/`.trim()))
    lines.push(...(given ? line(2, 'GIVN', given) : []), ...(surname ? line(2, 'SURN', surname) : []))
    if (SEXES[text(person['sex'])]) lines.push(...line(1, 'SEX', SEXES[text(person['sex'])]))
    lines.push(...event('BIRT', person['date_of_birth'], person['date_of_birth_text']))
    lines.push(...event('DEAT', person['date_of_death'], person['date_of_death_text']))
    for (const row of residences.get(person['id']) ?? [])
      lines.push(...residence(row, places[Number(row['location'])]!))
    if (text(person['biography'])) lines.push(...line(1, 'NOTE', text(person['biography'])))
    if (person['living'] === 'private') lines.push('1 RESN PRIVACY')
    lines.push(...(links.get(person['id']) ?? []))
  }
  for (const [at, { partners, children }] of families.entries()) {
    lines.push(`0 @F${at + 1}@ FAM`)
    const wife = partners.findIndex(
      (id, place) => sexOf.get(id) === 'female' && (place === 1 || sexOf.get(partners[1]) !== 'female'),
    )
    for (const [place, id] of partners.entries()) {
      const isWife = wife === -1 ? place === 1 : place === wife
      lines.push(`1 ${isWife ? 'WIFE' : 'HUSB'} @I${id}@`)
    }
    for (const child of children) lines.push(`1 CHIL @I${String(child)}@`)
  }
  return { text: `\uFEFF${[...lines, '0 TRLR', ''].join('\n')}`, count: people.length }
}
