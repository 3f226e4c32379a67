import { endpoints, type Endpoint, type EndpointName } from '#contract/endpoints.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import type { SocietySettings } from '#contract/settings.ts'
import type { JsonSchema } from '../json/json.ts'
import { responsesOf, parametersOf, requestBodyOf } from './openapi-operation.ts'
import { SUMMARIES } from './openapi-summaries.ts'

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

/** Required for calls that need a login; optional where logged-in users see more (their own drafts, or everything). */
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
    summary: SUMMARIES[name],
    parameters: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: responsesOf(name),
    ...securityOf(name, endpoint),
  }
}

/** Describes the mounted calls, derived from the endpoint table and the permissions. */
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
      title: '',
      version,
      description: 'Dates are whole numbers YYYYMMDD, with 00 for an unknown month or day.',
    },
    paths,
    components: { securitySchemes: { token: SECURITY_SCHEME } },
  }
}

/** Names the archive that it describes. */
export const withNames = (
  document: OpenApiDocument,
  { siteName, tagline }: Pick<SocietySettings, 'siteName' | 'tagline'>,
): OpenApiDocument => ({
  ...document,
  info: { ...document.info, title: siteName, description: `${tagline} ${document.info.description}`.trim() },
})
