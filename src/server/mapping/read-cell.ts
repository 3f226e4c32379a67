import * as v from 'valibot'
import type { TableMapping } from '#contract/import-mapping.ts'
import { geometry, type Geometry } from '#contract/location.ts'
import { RIGHTS } from '#contract/rights.ts'
import { searchText } from '#rules/search/search-text.ts'

const RIGHTS_BY_TITLE = new Map(Object.entries(RIGHTS).map(([uri, title]) => [searchText(title), uri]))
/** The address of a statement in the form of its vocabulary, from http or https, with or without its last sign. */
export const rightsUri = (written: string) => {
  const bare = (uri: string) =>
    uri
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/(?:page\/)?/g, '/')
      .replace(/\/$/, '')
  const plain = bare(written.trim().replace('/page/', '/vocab/').split('?')[0]!)
  return Object.keys(RIGHTS).find((uri) => bare(uri) === plain) ?? RIGHTS_BY_TITLE.get(searchText(written))
}

/** An outline in two dimensions. */
export function readOutline(cell: string): { geometry?: Geometry; why?: string } {
  try {
    const found = JSON.parse(cell) as Geometry
    const flat = (part: unknown): unknown =>
      Array.isArray(part) && typeof part[0] === 'number'
        ? part.slice(0, 2)
        : Array.isArray(part)
          ? part.map(flat)
          : part
    const parsed = v.safeParse(geometry, { type: found.type, coordinates: flat(found.coordinates) })
    if (parsed.success) return { geometry: parsed.output }
    const isOutline = /Polygon$/.test(found.type)
    return { why: isOutline ? `The outline: ${parsed.issues[0].message}` : `A ${found.type} is no outline.` }
  } catch {
    return { why: 'This is no outline.' }
  }
}

/** The parts of a cell with several values. */
export function partsOf(cell: string, separators: string): string[] {
  const signs = [...separators].map((sign) => sign.replace(/[\\\]^-]/g, '\\$&')).join('')
  const parts = signs === '' ? [cell] : cell.split(new RegExp(`[${signs}\n]`))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** What separates values in a column. */
export const separatorsOf = ({ separators, commas }: TableMapping, heading: string): string =>
  commas.includes(heading) ? `${separators},` : separators
