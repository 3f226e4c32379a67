import fastJson from 'fast-json-stringify'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** A JSON Schema (draft 2020-12 as OpenAPI 3.1 takes it). */
export type JsonSchema = { [key: string]: unknown }

const isNull = (schema: JsonSchema) => schema.type === 'null'

/** Turns `anyOf: [X, null]` into X with one more type, which is shorter and serializes faster. */
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

/** The JSON Schema of the wire format: the schema's input, since transforms turn wire values into ours. */
export function wireSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return flatten(rest) as JsonSchema
}

type Serializer = (value: unknown) => string
const serializers = new WeakMap<v.GenericSchema, Serializer>()

/** Serializes values of a schema as JSON. Compiled once per schema, which dominates the server's startup. */
export function createSerializer(schema: v.GenericSchema): Serializer {
  let serializer = serializers.get(schema)
  if (!serializer) {
    serializer = fastJson(wireSchema(schema) as object as Parameters<typeof fastJson>[0])
    serializers.set(schema, serializer)
  }
  return serializer
}

/** JSON written by the database, sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON in UTF-8, sent as it is. */
export class JsonBytes {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}
