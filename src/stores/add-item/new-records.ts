import { atom } from 'nanostores'
import { ApiError, fieldErrorsOf } from '#client/errors.ts'
import type { Inputs } from '#rules/forms/inputs.ts'
import {
  checkNewRecord,
  type NewRecordBody,
  newRecordInputs,
  type NewRecordKind,
  restoreNewRecord,
} from '#rules/wizard/new-records.ts'
import type { Tag } from './draft.ts'
import { keptPicture } from './draft-format.ts'
import { NEW_RECORD } from './new-record-messages.ts'
import { createNewRecordSender, type NewRecordDeps } from './send-new-record.ts'
import type { Client } from '#client/client.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { likelyNames, likelyPeople } from '#rules/people/likely-duplicates.ts'
import { organizationTag, personTag, plainTag } from '#rules/wizard/draft-fields.ts'
import { validRows } from '../shared/rows.ts'

type NewRecordState =
  | { state: 'editing' }
  /** Looking for records that may be the same. */
  | { state: 'looking' }
  /** "Did you mean …?" */
  | { state: 'likely'; tags: readonly Tag[] }
  | { state: 'sending' }
  /** `isFixed`: the server may have it, so a retry sends the same. */
  | { state: 'failed'; text: string; isFixed: boolean }
  /** The record is stored, some of what belongs to it is not. */
  | { state: 'partly'; tag: Tag; text: string }

interface Options {
  kind: NewRecordKind
  /** What was typed in the tag box. */
  typed: string
  /** What was typed before and kept with the draft. */
  kept: unknown
  keep(form: object | null): void
  /** The picture of what was kept, by its id there. */
  readPicture(id: string): Promise<File | undefined>
  /** A record was added, or a likely one was chosen instead. */
  onAdded(tag: Tag): void
}

/** One popup that adds a person, subject, organization or collection (spec §2, §5, §7, §8). */
export function createNewRecord(deps: NewRecordDeps, { kind, typed, kept, keep, readPicture, onAdded }: Options) {
  const empty = newRecordInputs(kind, typed)
  const isKept = typeof kept === 'object' && kept !== null
  const $inputs = atom<Inputs>(isKept ? restoreNewRecord(kind, { ...kept }) : empty)
  const $errors = atom<Readonly<Record<string, string>>>({})
  const $state = atom<NewRecordState>({ state: 'editing' })
  const sender = createNewRecordSender(kind, deps)
  const likelyRecords = createLikelyRecords(deps.client)
  /** Records that are not meant. */
  const others = new Set<number>()
  /** The id of a kept picture that is still being read. */
  let reading = keptPicture(kept)
  function keepForm() {
    const form = $inputs.get()
    keep('picture' in form ? { ...form, picture: form['picture'] ?? reading ?? null } : form)
  }
  async function restorePicture(id: string) {
    const picture = await readPicture(id)
    if (reading !== id) return
    reading = undefined
    const form = $inputs.get()
    if (picture && form['picture'] === null) $inputs.set({ ...form, picture })
  }
  if (reading) void restorePicture(reading)
  const isBusy = () => ['looking', 'sending'].includes($state.get().state)

  function refuse(problem: ApiError) {
    $errors.set(fieldErrorsOf(problem, (field) => field in empty))
    const text = Object.keys($errors.get()).length > 0 ? NEW_RECORD.wrongFields : NEW_RECORD.refused(kind, problem)
    $state.set({ state: 'failed', text, isFixed: false })
  }
  async function send(body: NewRecordBody) {
    $state.set({ state: 'sending' })
    try {
      const { tag, missing, problem } = await sender.send($inputs.get(), body)
      if (missing.length === 0) return done(tag)
      $state.set({ state: 'partly', tag, text: NEW_RECORD.partly(tag.name, missing, problem) })
    } catch (problem) {
      const isFixed = sender.isFixed()
      if (problem instanceof ApiError && problem.status === 400) refuse(problem)
      else $state.set({ state: 'failed', text: NEW_RECORD.notAdded(kind, problem), isFixed })
    }
  }
  function check(): NewRecordBody | undefined {
    const { body, errors } = checkNewRecord(kind, $inputs.get())
    $errors.set(errors ?? {})
    return body
  }

  function done(tag: Tag) {
    keep(null)
    onAdded(tag)
  }

  return {
    $inputs,
    $errors,
    $state,
    isBusy,
    /** The form was filled in before and kept. */
    isKept,
    /** What was typed belongs to the record that the server has, or may have. */
    isFixed: sender.isFixed,
    change(fields: Inputs) {
      $inputs.set({ ...$inputs.get(), ...fields })
      keepForm()
      const errors = { ...$errors.get() }
      for (const field of Object.keys(fields)) delete errors[field]
      $errors.set(errors)
      if ($state.get().state === 'failed' && !sender.isFixed()) $state.set({ state: 'editing' })
    },
    startOver() {
      $inputs.set(empty)
      $errors.set({})
      reading = undefined
      keep(null)
    },
    /** Adds it, after showing what may be the same. Again after a failure: sends what is missing. */
    async save() {
      if (isBusy()) return
      const body = check()
      if (!body) return
      if (!sender.isFixed()) {
        $state.set({ state: 'looking' })
        const tags = (await likelyRecords(kind, body)).filter(({ id }) => !others.has(id))
        if (tags.length > 0) return $state.set({ state: 'likely', tags })
      }
      await send(body)
    },
    /** "Did you mean": that one. */
    choose: done,
    /** "Did you mean": none of them. */
    async addNew() {
      const state = $state.get()
      const body = check()
      if (state.state !== 'likely' || !body) return
      for (const { id } of state.tags) others.add(id)
      await send(body)
    },
    /** "Did you mean": back to the form. */
    edit: () => $state.set({ state: 'editing' }),
    /** The record without what could not be sent. */
    goOn() {
      const state = $state.get()
      if (state.state === 'partly') done(state.tag)
    },
  }
}
export type NewRecord = ReturnType<typeof createNewRecord>

const MOST = 5
/** Milliseconds: a slow search must not keep anybody from adding. */
const PATIENCE = 10_000

type Finders = { [K in NewRecordKind]?: (body: NewRecordBody<K>, signal: AbortSignal) => Promise<Tag[]> }

/** Finds records that may be what is about to be added, with the reads of the suggestions. */
function createLikelyRecords(client: Client) {
  const finders: Finders = {
    /** By surname, and by first name for a surname that is typed differently. Servers that do not know `search` send everybody. */
    async person(body, signal) {
      const searches = [...new Set([body.surname, body.first_name])]
      const answers = await Promise.all(searches.map((search) => client.read('people', { query: { search }, signal })))
      const byId = new Map(answers.flatMap((answer) => validRows(person, answer)).map((row) => [row.id, row]))
      return likelyPeople(body, [...byId.values()]).map(personTag)
    },
    async subject(body, signal) {
      const rows = validRows(subject, await client.read('subjects', { signal }))
      const names = new Map(rows.map((row) => [row.id, row.subject_name]))
      return likelyNames(
        [body.subject_name],
        rows.map((row) => ({ ...row, names: [row.subject_name] })),
      ).map((row) => plainTag(row.id, row.subject_name, names.get(row.subject_parent ?? 0), row.visibility))
    },
    async organization(body, signal) {
      const rows = validRows(organization, await client.read('organizations', { signal }))
      return likelyNames(
        [body.name, ...body.altname],
        rows.map((row) => ({ ...row, names: [row.name, ...row.altname] })),
      ).map(organizationTag)
    },
  }
  /** Likeliest first; empty while the archive cannot be read. */
  return async function likelyRecords<K extends NewRecordKind>(kind: K, body: NewRecordBody<K>): Promise<Tag[]> {
    const find = finders[kind]
    if (!find) return []
    const found = await find(body, AbortSignal.timeout(PATIENCE)).catch(() => [])
    return found.slice(0, MOST)
  }
}
