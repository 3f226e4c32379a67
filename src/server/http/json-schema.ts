import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** A JSON Schema (draft 2020-12 as OpenAPI 3.1 takes it). */
export type JsonSchema = { [key: string]: unknown }

const isNull = (schema: JsonSchema) => schema.type === 'null'

/** `anyOf: [X, null]` as X with one more type, which is shorter to read and quicker to serialise. */
function flatten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flatten)
  if (typeof schema !== 'object' || schema === null) return schema
  const flat = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, flatten(value)])) as JsonSchema
  const options = flat.anyOf as JsonSchema[] | undefined
  if (options?.length === 2 && options.some(isNull)) {
    const value = options.find((option) => !isNull(option))
    if (value && typeof value.type === 'string' && !('enum' in value) && !('const' in value)) {
      delete flat.anyOf
      return { ...value, ...flat, type: [value.type, 'null'] }
    }
  }
  return flat
}

/** What stands on the wire for a schema: its input side, since transforms turn wire values into the program's. */
export function wireSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema as never, { typeMode: 'input', errorMode: 'ignore' })
  return flatten(rest) as JsonSchema
}
