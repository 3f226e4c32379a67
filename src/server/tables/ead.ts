import { type CellsOfRow, createCells, flatten } from './flatten.ts'
import { tableOfObjects } from './objects.ts'
import type { RawTable } from './table.ts'
import { type Found, readXml, textIn } from './xml.ts'

const PARTS = ['archdesc', 'c', ...Array.from({ length: 12 }, (_, at) => `c${String(at + 1).padStart(2, '0')}`)]
/** Elements around them, without texts of their own. */
const AROUND = new Set(['ead', 'archdescgrp', 'dsc', 'dscgrp', ...PARTS])
/** About the file, and how its tables are printed. */
const LEFT = ['eadheader', 'control', 'frontmatter', 'head', 'thead']
/** Our words for the levels that hold others. */
const HIERARCHIES: Record<string, string> = {
  ...{ fonds: 'fond', collection: 'fond', recordgrp: 'fond', subgrp: 'fond', subfonds: 'fond' },
  ...{ series: 'series', class: 'series', subseries: 'subseries' },
}

/** A component of a finding aid while it is read; `parts` counts those in it so far. */
interface Component extends Pick<Found, 'depth'> {
  key: string
  level: string
  parent: Component | undefined
  parts: number
  cells: CellsOfRow
}
/** Files and items are items, and so is what says no level and has nothing in it. */
const isItem = ({ level, parts, parent }: Component) =>
  parent !== undefined && (/^(?:file|item)$/.test(level) || (parts === 0 && !HIERARCHIES[level]))
const titleOf = ({ cells, key }: Component) =>
  ['unittitle', 'unitdate (text)', 'unitdate normal', 'unitdate', 'unitid'].map(cells.first).find(Boolean) ?? key

/** The components of a finding aid (EAD 2002 and EAD3), each as soon as it ends: what holds it comes later. @throws {UnreadableTable} */
async function* readComponents(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<Component> {
  const stack: Component[] = []
  let name = 'aid'
  for await (const element of readXml(open(), (each) => !AROUND.has(each), PARTS)) {
    const { depth, attributes } = element
    while ((stack.at(-1)?.depth ?? -1) >= depth) yield stack.pop()!
    const parent = stack.at(-1)
    if (PARTS.includes(element.name)) {
      const { level = '', otherlevel = '', id } = attributes
      const place = parent ? `${parent.key}.${++parent.parts}` : name
      const key = id && parent ? `${name}#${id}` : place
      const cells = createCells()
      cells.add('level', level === 'otherlevel' ? otherlevel : level)
      stack.push({ key, level: level.toLowerCase(), depth, parent, parts: 0, cells })
    } else if (LEFT.includes(element.name))
      name = (textIn(element, 'eadid') ?? textIn(element, 'recordid') ?? name).trim()
    else if (parent) flatten(element.name === 'did' ? element : { ...element, children: [element] }, parent.cells)
  }
  yield* stack.reverse()
}

/** A finding aid as collections (the whole, its series) and items (its files and items). @throws {UnreadableTable} */
export function readEad(open: () => AsyncIterable<Uint8Array>): RawTable[] {
  const tableOf = (sheet: string, isMeant: (component: Component) => boolean): RawTable => ({
    ...tableOfObjects(async function* () {
      for await (const component of readComponents(open)) {
        if (!isMeant(component)) continue
        const { key, level, parent, cells } = component
        let holder = parent
        while (holder && isItem(holder)) holder = holder.parent
        const place = isItem(component)
          ? { collection: holder?.key }
          : { parent: holder?.key, hierarchy: HIERARCHIES[level] ?? (parent ? 'series' : 'fond') }
        const within = parent !== holder && { 'part of': titleOf(parent!) }
        yield { cells: { id: key, unittitle: titleOf(component), ...cells.cells(), ...place, ...within } }
      }
    }),
    sheet,
    program: `EAD (${sheet})`,
  })
  const about = ['The header of the finding aid and the headings of its lists are left out.']
  return [{ ...tableOf('collections', (component) => !isItem(component)), about }, tableOf('items', isItem)]
}
