import type * as v from 'valibot'
import { endpoints, type Endpoint, type EndpointName } from '#contract/endpoints.ts'
import { BODY } from '#contract/limits.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'

/** What the walk reads of a schema. */
interface Shape {
  type: string
  entries?: Record<string, Shape>
  item?: Shape
  wrapped?: Shape
  options?: readonly unknown[]
  literal?: unknown
  pipe?: readonly Shape[]
  requirement?: unknown
}
/** One field of a call, and the largest allowed body in which it holds the worst. */
export interface LargestBody {
  name: EndpointName
  /** The kind in the path, of a call with bodies by kind. */
  kind: string | undefined
  field: string
  /** For messages. */
  what: string
  payload: string
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && 'type' in value
/** The schemas that a value of this one may also have to pass. */
const inner = (shape: Shape): Shape[] =>
  [shape.wrapped, ...(shape.options ?? []), ...(shape.pipe ?? [])].filter(isShape).filter((each) => each !== shape)
const deepest = (shape: Shape): number =>
  Math.max(0, shape.item ? 1 + deepest(shape.item) : 0, ...inner(shape).map(deepest))
/** The schemas of objects within a field, such as those of GeoJSON. */
const objects = (shape: Shape): Shape[] => [...(shape.entries ? [shape] : []), ...inner(shape).flatMap(objects)]
/** Without the schema that lets it be missing. */
const unwrapped = (shape: Shape): Shape => (shape.wrapped ? unwrapped(shape.wrapped) : shape)
/** The lengths that lists of a field may have. */
const lengths = (shape: Shape): number[] => [
  ...(shape.pipe ?? []).flatMap(({ type, requirement }) => (type === 'max_length' ? [requirement as number] : [])),
  ...[shape.item, ...inner(shape)].filter(isShape).flatMap(lengths),
]

const TEXTS = ['x', ' ', '@', '{s}', '\\ud800', '<polygon ', '[', ',']
const takesText = (shape: Shape): boolean =>
  shape.type === 'string' || [shape.item, ...inner(shape)].some((each) => isShape(each) && takesText(each))
/** Entries that fail as late as possible, and good ones that are too many. */
const ENTRIES = ['"x"', '-1', '1', '[]', '{}', '[0,0]', '[0,"x"]', '{"x":1}']
const valuesIn = (entry: string) => 1 + (entry.match(/[{[,]/g) ?? []).length

function* values(shape: Shape, room: number): Generator<[what: string, json: string]> {
  for (const text of takesText(shape) ? TEXTS : ['x'])
    yield [`text of ${text}`, `"${text.repeat(Math.floor(room / text.length) - 1)}"`]
  const own = [...new Set(lengths(shape).filter((each) => each < BODY.values))]
  for (const entry of deepest(shape) > 0 ? ENTRIES : ['"x"']) {
    const fields = entry === '{"x":1}' ? BODY.fields - 20 : Infinity
    const most = Math.min(
      Math.floor(room / (entry.length + 1)),
      Math.floor((BODY.values - 50) / valuesIn(entry)),
      fields,
    )
    for (const count of [most, ...own.filter((each) => each < most)])
      for (let depth = 1; depth <= Math.max(1, deepest(shape)); depth += 1) {
        const list = `${'['.repeat(depth)}${Array(count).fill(entry).join(',')}${']'.repeat(depth)}`
        yield [`${count} × ${entry} at depth ${depth}`, list]
      }
  }
  for (const object of objects(shape).filter((each) => each !== shape))
    for (const [key, entry] of Object.entries(object.entries!)) {
      if (entry.type === 'literal') continue
      const literals = Object.entries(object.entries!).filter(([, each]) => each.type === 'literal')
      const head = literals.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each.literal)},`).join('')
      for (const [what, json] of values(entry, room - 200)) yield [`${key}: ${what}`, `{${head}"${key}":${json}}`]
    }
}

/** The largest bodies of every call with JSON, derived from the contract's table. */
export function* largestBodies(): Generator<LargestBody> {
  const tried = new Set<Shape>()
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (endpoint.multipart) continue
    const all: [string | undefined, v.GenericSchema | undefined][] = endpoint.bodies
      ? Object.entries(endpoint.bodies)
      : [[undefined, endpoint.body]]
    const room = (PERMISSIONS[name].anonymous === 'none' ? BODY.maximumBytes : BODY.anonymousBytes) - 500
    for (const [kind, body] of all) {
      for (const object of body ? objects(body as unknown as Shape) : [])
        for (const [field, shape] of Object.entries(object.entries!)) {
          // A field stands for all that are described by the same schema.
          const bare = unwrapped(shape)
          if (tried.has(bare)) continue
          tried.add(bare)
          if (shape.type === 'optional' && shape.wrapped?.type === 'unknown') continue
          for (const [what, json] of values(shape, room))
            yield { name, kind, field, what, payload: `{${JSON.stringify(field)}:${json}}` }
        }
    }
  }
}
