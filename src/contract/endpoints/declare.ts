import type * as v from 'valibot'
import type { Role } from '../account.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `:id`. All end in `/` except files of the site, tiles, IIIF services, OAI-PMH and the OpenAPI document. */
  path: string
  /** The least role that may make the call; what it may access is in rules/access. */
  who: Role
  /** Path parameters besides `:id`; invalid values are a 404. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  /** JSON, or with `multipart` the form fields beside the file `image`. */
  body?: v.GenericSchema
  /** Bodies by the `kind` in the path, if they differ; `body` is what they share. */
  bodies?: Record<string, v.GenericSchema>
  multipart?: boolean
  /** The body is a form without files. */
  form?: true
  /** The Authorization header is ignored, since the body proves the caller: an expired token must not block a new login (spec §6). */
  ignoresToken?: true
  /** With an `Idempotency-Key` header, a repeated call returns the first response. */
  idempotent?: true
  /** Answers say how things are now, and are not cached. */
  live?: true
  /** A list whose cost depends on the query: it may be refused for now (429, 503). */
  costly?: true
  /** `If-Match` has to name the version that was read, so that nothing is changed or published unseen; 428 without it. */
  requiresVersion?: true
  status: 200 | 201 | 204
  /** `image`: a picture in a format that the call chooses; `tile`: of a map; `jpeg`, `information`: of a IIIF service; `file`: an original; `xml`: of OAI-PMH. */
  response: v.GenericSchema | 'image' | 'tile' | 'jpeg' | 'information' | 'file' | 'xml'
  /** An addition to spec §7, optional for clients. */
  addition?: true
}

type Options = Partial<Omit<Endpoint, 'method' | 'path' | 'response'>>
/** Options replace defaults in the type too: an intersection of two statuses would be `never`. */
type Declared<D, P, R, O> = Omit<D, keyof O> & { path: P; response: R } & O
export const declare =
  <const D extends Pick<Endpoint, 'method' | 'who' | 'status'> & Options>(defaults: D) =>
  <const P extends string, const R extends Endpoint['response'], const O extends Options = Record<never, never>>(
    path: P,
    response: R,
    options = {} as O,
  ) =>
    ({ ...defaults, path, response, ...options }) as Declared<D, P, R, NoInfer<O>>

export const get = declare({ method: 'GET', who: 'anonymous', status: 200 })
/** Our additions: a read for everybody, and one for staff. */
export const added = declare({ method: 'GET', who: 'anonymous', status: 200, addition: true })
export const staffRead = declare({ method: 'GET', who: 'staff', status: 200, addition: true })
/** Submissions: may be repeated. */
export const submit = declare({ method: 'POST', who: 'volunteer', status: 201, idempotent: true })
/** A submission with a picture. */
export const upload = declare({ method: 'POST', who: 'volunteer', status: 201, idempotent: true, multipart: true })
/** For calls whose body proves the caller. */
export const authenticate = declare({ method: 'POST', who: 'anonymous', status: 200, ignoresToken: true })
/** The same, without an answer. */
export const prove = declare({ method: 'POST', who: 'anonymous', status: 204, ignoresToken: true })
/** A command of our own: answers nothing. */
export const command = declare({ method: 'POST', who: 'volunteer', status: 204, addition: true })
/** A command of staff: answers with what has become of it. */
export const staffCommand = declare({ method: 'POST', who: 'staff', status: 200, addition: true })
export const create = declare({ method: 'POST', who: 'staff', status: 201, addition: true })
export const patch = declare({ method: 'PATCH', who: 'staff', status: 200, addition: true })
export const remove = declare({ method: 'DELETE', who: 'staff', status: 204, addition: true })

/** Fills in the parameters of a path, for example `/api/item/12/`. */
export function fillPath(path: string, parameters: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parameters[key] ?? '')))
}
