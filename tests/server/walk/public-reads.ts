import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'

/** All public reads, and those that show more to some callers. */
export const PUBLIC_READS = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method }]) =>
    method === 'GET' && !['none', undefined].includes(PERMISSIONS[name].volunteer) && name !== 'openapi',
)
/** Its addresses with these ids, plain and with each of the queries: values by name. */
export function addressesOf({ path, query }: Endpoint, tempting: Record<string, string[]>, ids: number[]): string[] {
  const names = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  const queries = ['', ...names.flatMap((name) => (tempting[name] ?? []).map((value) => `?${name}=${value}`))]
  if (names.includes('visibility')) queries.push(...queries.slice(1).map((each) => `${each}&visibility=draft`))
  const kinds = path.includes(':kind') ? REVIEWED_KINDS : ['']
  const keys = path.includes(':id') || path.includes(':key') ? ids : [0]
  const filled = keys.flatMap((id) => kinds.map((kind) => fillPath(path, { id, key: id, kind })))
  return filled.flatMap((address) => queries.map((each) => address + each))
}
