import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { PERMISSIONS } from '#rules/permissions.ts'
import { society } from '#society'
import type { JsonSchema } from './json-schema.ts'
import { answersOf } from './openapi-answers.ts'
import { parametersOf, requestBodyOf } from './openapi-request.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, JsonSchema>>
  [key: string]: unknown
}

const SECURITY_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: `The word JWT, a space and the access token that POST ${endpoints.login.path} answers: \`JWT eyJhbGciOi…\`. It is not called Bearer.`,
}

/** Who has to be logged in, and where it shows more to be: drafts of the caller's own, or everything. */
function securityOf(name: EndpointName, { who }: Endpoint): JsonSchema {
  const token = { token: [] }
  if (who !== 'anonymous') return { security: [token] }
  const { anonymous, volunteer } = PERMISSIONS[name]
  return anonymous === volunteer ? {} : { security: [{}, token] }
}

function operation(name: EndpointName, endpoint: Endpoint): JsonSchema {
  const requestBody = requestBodyOf(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: answersOf(name),
    ...securityOf(name, endpoint),
  }
}

/** Describes the calls that are served, from the contract's table, the permissions, and nothing else. */
export function describeApi(names: readonly EndpointName[], version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: society.siteName,
      version,
      description: `${society.tagline} Dates are whole numbers YYYYMMDD, with 00 for an unknown month or day.`,
    },
    paths,
    components: { securitySchemes: { token: SECURITY_SCHEME } },
  }
}
