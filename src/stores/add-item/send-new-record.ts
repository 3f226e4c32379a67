import type { UserClient } from '#client/user-client.ts'
import { ApiError } from '#client/errors.ts'
import { collection } from '#contract/collection.ts'
import { organization } from '#contract/organization.ts'
import { person, relationship } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import type { Inputs } from '#rules/forms/inputs.ts'
import type { NewRecordBody, NewRecordKind } from '#rules/wizard/new-records.ts'
import { organizationTag, personTag, plainTag } from '#rules/wizard/draft-fields.ts'
import type * as v from 'valibot'
import { validRows } from '../shared/rows.ts'
import { isAlike } from '../shared/is-alike.ts'
import type { AddItemDeps } from './deps.ts'
import type { Tag } from './draft.ts'
import type { NewRecordPart } from './new-record-messages.ts'
import { isRefusal, isSignedOut } from './submit-errors.ts'

export type NewRecordDeps = Pick<AddItemDeps, 'client' | 'user' | 'withSession' | 'newId'> & {
  /** The same with a longer timeout, for pictures. */
  pictureClient: UserClient
}
interface SentRecord {
  tag: Tag
  /** What could not be sent yet, and why. */
  missing: readonly NewRecordPart[]
  problem?: unknown
}

/** A call of spec §7, with the Idempotency-Key that all its tries share. */
interface Attempt {
  key: string
  /** A try ended without an answer: the server may have stored it. */
  isUnanswered: boolean
}
/** The server has read what was sent, and stored nothing: not in an earlier try either. */
const isContentRefused = (problem: unknown) =>
  problem instanceof ApiError && [400, 413, 415, 422].includes(problem.status)

type Creators = {
  [K in NewRecordKind]: {
    post: (
      client: UserClient,
      body: NewRecordBody<K>,
      headers: { 'Idempotency-Key': string },
    ) => Promise<{ id: number }>
    tag: (id: number, body: NewRecordBody<K>, visibility: 'draft' | undefined) => Tag
    list: 'people' | 'subjects' | 'organizations' | 'collections'
    row: v.GenericSchema<unknown, { id: number }>
  }
}
const CREATORS: Creators = {
  person: {
    post: (client, body, headers) => client.call('createPerson', { body, headers }),
    tag: (id, body, visibility) => personTag({ ...body, id, visibility }),
    list: 'people',
    row: person,
  },
  subject: {
    post: (client, body, headers) => client.call('createSubject', { body, headers }),
    tag: (id, body, visibility) => plainTag(id, body.subject_name, '', visibility),
    list: 'subjects',
    row: subject,
  },
  organization: {
    post: (client, body, headers) => client.call('createOrganization', { body, headers }),
    tag: (id, body, visibility) => organizationTag({ ...body, id, visibility }),
    list: 'organizations',
    row: organization,
  },
  collection: {
    post: (client, body, headers) => client.call('createCollection', { body, headers }),
    tag: (id, body, visibility) => plainTag(id, body.collection_name, HIERARCHY_NAMES[body.hierarchy], visibility),
    list: 'collections',
    row: collection,
  },
}

/** The record that was stored although no answer came: for servers without idempotency keys. */
async function findCreated<K extends NewRecordKind>(client: UserClient, kind: K, body: NewRecordBody<K>) {
  const { list, row } = CREATORS[kind]
  const alike = validRows(row, await client.read(list)).filter((found) =>
    Object.entries(body).every(([field, value]) => isAlike(value, found[field as keyof typeof found])),
  )
  return alike.at(-1)
}

/** Sends a new record and its parts in the order of spec §7. `send` again sends only what is missing, with the same keys. */
export function createNewRecordSender<K extends NewRecordKind>(kind: K, deps: NewRecordDeps) {
  const { client, pictureClient, user, withSession, newId } = deps
  const hasKeys = user.may !== undefined
  const visibility = hasKeys && !userMay(user, 'review') ? 'draft' : undefined
  const attempts = new Map<string, Attempt>()
  const sent = new Set<string>()
  /** What was posted: a retry sends the same, since the server may have it. */
  let posting: NewRecordBody<K> | undefined
  let created: Tag | undefined

  async function once<T>(name: string, work: (headers: { 'Idempotency-Key': string }) => Promise<T>): Promise<T> {
    const attempt = attempts.get(name) ?? { key: newId(), isUnanswered: false }
    attempts.set(name, attempt)
    try {
      const answer = await withSession(() => work({ 'Idempotency-Key': attempt.key }))
      sent.add(name)
      return answer
    } catch (problem) {
      const isRefused = isRefusal(problem) || isSignedOut(problem)
      if (isContentRefused(problem) || (isRefused && !attempt.isUnanswered)) attempts.delete(name)
      else attempt.isUnanswered = true
      throw problem
    }
  }

  async function create(body: NewRecordBody<K>): Promise<Tag> {
    const isRepeat = posting !== undefined
    const own = (posting ??= body)
    const { post, tag } = CREATORS[kind]
    try {
      const known = isRepeat && !hasKeys ? await findCreated(client, kind, own) : undefined
      const { id } = known ?? (await once('record', (headers) => post(client, own, headers)))
      return tag(id, own, visibility)
    } finally {
      if (!attempts.has('record')) posting = undefined
    }
  }

  /** A repeated relationship, for servers without idempotency keys. */
  async function hasParent(person1: number, person2: number): Promise<boolean> {
    if (hasKeys || !attempts.get(`parent ${person1}`)?.isUnanswered) return false
    const rows = validRows(relationship, await client.read('relationships', { query: { person2 } }))
    return rows.some((row) => row.person1 === person1)
  }
  /** Their answers are not read: the contract does not show them (spec §7). */
  function partsOf(form: Inputs, id: number) {
    const parts: { part: NewRecordPart; name: string; send: () => Promise<unknown> }[] = []
    const picture = form['picture'] as File | null
    const entry = (form['grave'] as string).trim()
    if (entry !== '') {
      const send = () =>
        once('grave', (headers) => client.read('createGrave', { body: { entry, person: id }, headers }))
      parts.push({ part: 'grave', name: 'grave', send })
    }
    if (picture) {
      const body = new FormData()
      body.append('person', String(id))
      body.append('image', picture, picture.name)
      const send = () => once('picture', (headers) => pictureClient.read('createPersonImage', { body, headers }))
      parts.push({ part: 'picture', name: 'picture', send })
    }
    for (const parent of form['parents'] as readonly Tag[]) {
      const name = `parent ${parent.id}`
      const body = { person1: parent.id, person2: id, relationship_type: 'parent' as const, description: '' }
      const send = async () => {
        if (await hasParent(parent.id, id)) sent.add(name)
        else await once(name, (headers) => client.read('createRelationship', { body, headers }))
      }
      parts.push({ part: 'parents', name, send })
    }
    return parts
  }

  return {
    /** What was typed may be stored already, so it cannot be changed now. */
    isFixed: () => created !== undefined || attempts.get('record')?.isUnanswered === true,
    /** Rejects with what the client throws while the record itself is not stored. */
    async send(form: Inputs, body: NewRecordBody<K>): Promise<SentRecord> {
      created ??= await create(body)
      const missing = new Set<NewRecordPart>()
      let problem: unknown
      for (const each of 'parents' in form ? partsOf(form, created.id) : []) {
        if (sent.has(each.name)) continue
        try {
          await each.send()
        } catch (failure) {
          problem ??= failure
          missing.add(each.part)
        }
      }
      return { tag: created, missing: [...missing], problem }
    },
  }
}
