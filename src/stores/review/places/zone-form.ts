import { atom } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import type { Geometry } from '#contract/location.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { outlineText, readOutline } from '#rules/map/outlines/corners-text.ts'
import { hasStatus, ifMatch, refusalOf, type Refusal } from '../send-step.ts'
import type { PlacesDeps } from './deps.ts'

/** The fields of a zone as they are typed: other names and corners one a line. */
const ZONE_FIELDS = ['name', 'address', 'altnames', 'geometry'] as const
export type ZoneField = (typeof ZONE_FIELDS)[number]
export type ZoneTexts = Readonly<Record<ZoneField, string>>

export interface ZoneForm {
  /** Null for a new zone. */
  base: DeskRecord | null
  values: ZoneTexts
  errors: Partial<Record<ZoneField, string>>
  state: 'open' | 'saving' | 'saved'
  refusal: Refusal | null
  /** Fields that somebody else changed as well since this form was opened. */
  changedByOthers: readonly ZoneField[]
}

const EMPTY: ZoneTexts = { name: '', address: '', altnames: '', geometry: '' }
const textsOf = (record: DeskRecord | null): ZoneTexts =>
  record === null
    ? EMPTY
    : {
        name: record.fields['name'] as string,
        address: record.fields['address'] as string,
        altnames: (record.fields['altnames'] as string[]).join('\n'),
        geometry: outlineText(record.fields['geometry'] as Geometry | null),
      }
export const namesIn = (text: string): string[] => text.split('\n').filter((name) => name.trim() !== '')

const differing = (one: ZoneTexts, other: ZoneTexts) => ZONE_FIELDS.filter((field) => one[field] !== other[field])
export const changedFields = ({ values, base }: Pick<ZoneForm, 'values' | 'base'>): ZoneField[] =>
  differing(values, textsOf(base))
const fresh = (base: DeskRecord | null): ZoneForm => ({
  ...{ base, values: textsOf(base), errors: {}, state: 'open', refusal: null, changedByOthers: [] },
})

/** Errors at their fields, from an answer; a refusal for the form where there are none. */
export function problemsOf<F extends string>(problem: unknown, fields: readonly F[]) {
  const found = problem instanceof ApiError ? Object.entries(problem.fields) : []
  const own = found.filter(([field]) => (fields as readonly string[]).includes(field))
  const errors = Object.fromEntries(own.map(([field, texts]) => [field, texts.join(' ')])) as Partial<Record<F, string>>
  return { errors, refusal: own.length > 0 ? null : refusalOf(problem) }
}

interface Deps extends PlacesDeps {
  onSaved(record: DeskRecord): void
}

/** The fields of one zone, or of a new one. */
export function createZoneForm({ client, withSession, onSaved }: Deps) {
  const $form = atom<ZoneForm | null>(null)

  function fieldsToSend({ values, base }: ZoneForm): RecordFields | { problem: string } {
    const read = readOutline(values.geometry)
    if ('problem' in read) return { problem: read.problem }
    const all = {
      name: values.name,
      address: values.address,
      altnames: namesIn(values.altnames),
      geometry: read.outline,
    }
    const changed = base === null ? ZONE_FIELDS : changedFields({ values, base })
    return Object.fromEntries(changed.map((field) => [field, all[field]]))
  }
  /** Somebody else saved first: what is typed here stays, on top of theirs; fields that both changed are named. */
  function rebase(form: ZoneForm, theirs: DeskRecord): ZoneForm {
    const mine = changedFields(form)
    const [before, now] = [textsOf(form.base), textsOf(theirs)]
    const values = { ...now, ...Object.fromEntries(mine.map((field) => [field, form.values[field]])) }
    const changedByOthers = differing(before, now).filter(
      (field) => mine.includes(field) && values[field] !== now[field],
    )
    return { ...form, base: theirs, values, state: 'open', changedByOthers }
  }

  return {
    $form,
    open: (record: DeskRecord | null) => $form.set(fresh(record)),
    close: () => $form.set(null),
    isUnsaved() {
      const form = $form.get()
      return form !== null && form.state !== 'saving' && changedFields(form).length > 0
    },
    change(field: ZoneField, value: string) {
      const form = $form.get()
      if (!form) return
      const { [field]: _fixed, ...errors } = form.errors
      $form.set({ ...form, state: 'open', values: { ...form.values, [field]: value }, errors })
    },
    reset() {
      const form = $form.get()
      if (form) $form.set(fresh(form.base))
    },
    /** Saves the changed fields. Returns the record, or null where `$form` says why not. */
    async save(): Promise<DeskRecord | null> {
      const form = $form.get()
      if (!form || form.state === 'saving') return null
      const body = fieldsToSend(form)
      if ('problem' in body) {
        $form.set({ ...form, errors: { geometry: body['problem'] as string } })
        return null
      }
      const { base } = form
      $form.set({ ...form, errors: {}, refusal: null, changedByOthers: [], state: 'saving' })
      try {
        const record = await withSession(() =>
          base === null
            ? client.call('createRecord', { path: { kind: 'locations' }, body })
            : client.call('editRecord', { path: { kind: 'locations', key: base.key }, body, headers: ifMatch(base) }),
        )
        $form.set({ ...fresh(record), state: 'saved' })
        onSaved(record)
        return record
      } catch (problem) {
        const theirs = base && hasStatus(problem, 412) ? await read(base) : null
        $form.set(theirs ? rebase(form, theirs) : { ...form, state: 'open', ...problemsOf(problem, ZONE_FIELDS) })
        return null
      }
    },
  }

  async function read({ key }: DeskRecord): Promise<DeskRecord | null> {
    return withSession(() => client.call('record', { path: { kind: 'locations', key } })).catch(() => null)
  }
}
