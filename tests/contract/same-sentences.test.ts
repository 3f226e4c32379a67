import { describe, expect, test } from 'vitest'
import { login, passwordChange, resetConfirm, resetRequest } from '#contract/account.ts'
import { LIST, TEXT } from '#contract/limits.ts'
import { FIELD, FORM } from '#contract/messages.ts'
import { checkForm } from '#islands/account/use-form.ts'
import { BODY_FIELDS, fieldErrors, itemBody } from '#rules/wizard/item-body.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import type { Inputs } from '#rules/forms/inputs.ts'
import { checkNewRecord, newRecordInputs, type NewRecordKind } from '#rules/wizard/new-records.ts'
import { useArchive } from '../server/use-archive.ts'

// One set of rules: every violation goes through the check of the form, and past it through the call to the server. Both name the same field and say the
// same sentence.

const town = useArchive()

type Errors = Record<string, string>
/** A form: what its check says, and the call that it would make. */
interface Form<Values> {
  check(values: Values): Errors
  path: string
  body(values: Values): object
}

const AUTHOR = { id: 3, mayDescribe: true, mayCredit: false }
const ITEM: DraftFields = { ...NO_FIELDS, type: 'photograph', description: 'At the pier' }
const item: Form<Partial<DraftFields>> = {
  check(changed) {
    const errors = fieldErrors({ ...ITEM, ...changed }, AUTHOR)
    const names = Object.entries(BODY_FIELDS).map(([sent, field]) => [field, sent] as const)
    return Object.fromEntries(names.flatMap(([field, sent]) => (errors[field] ? [[sent, errors[field]]] : [])))
  },
  path: '/api/item/post/',
  body: (changed) => itemBody({ ...ITEM, ...changed }, AUTHOR),
}

const date = (typed: string) => ({ specificity: 'year' as const, typed })
const month = (typed: string) => ({ specificity: 'month' as const, typed })
/** A popup. The body is made by the popup's own check from a form without errors, and then changed as the form was. */
function popup(kind: NewRecordKind, path: string, valid: Inputs): Form<Inputs> {
  const form = { ...newRecordInputs(kind, ''), ...valid }
  return {
    check: (changed) => ({ ...(checkNewRecord(kind, { ...form, ...changed }).errors as Errors | undefined) }),
    path,
    body(changed) {
      const sent = Object.entries(changed).map(([field, value]) => {
        const isDate = typeof value === 'object' && value !== null && 'typed' in value
        if (field === 'altname') return [field, String(value).split(',')]
        return [field, isDate ? Number(String(value.typed).replace('-', '').padEnd(8, '0')) : value]
      })
      return { ...checkNewRecord(kind, form).body, ...(Object.fromEntries(sent) as object) }
    },
  }
}
const person = popup('person', '/api/people/', { first_name: 'Ann', surname: 'Calder' })
const subject = popup('subject', '/api/subjects/', { subject_name: 'Ferries', subject_description: 'Boats.' })
const organization = popup('organization', '/api/organizations/', { name: 'Mill', description: 'A mill.' })
const collection = popup('collection', '/api/collections/', {
  collection_name: 'Papers',
  collection_description: 'Of the mill.',
})

function account(schema: Parameters<typeof checkForm>[0], path: string, valid: Errors): Form<Errors> {
  return {
    check: (changed) => ({ ...checkForm(schema, { ...valid, ...changed }).errors }),
    path,
    body: (changed) => ({ ...valid, ...changed }),
  }
}
const GOOD = 'Harbour-1835'
const logIn = account(login, '/auth/jwt/create/', { email: 'nobody@example.org', password: GOOD })
const reset = account(resetRequest, '/auth/users/reset_password/', { email: 'nobody@example.org' })
const passwords = { new_password: GOOD, re_new_password: GOOD }
const confirm = account(resetConfirm, '/auth/users/reset_password_confirm/', { uid: 'x', token: 'y', ...passwords })
const change = account(passwordChange, '/auth/users/set_password/', { current_password: 'Lakeshore-1', ...passwords })

/** The same password in both fields. */
const both = (password: string) => ({ new_password: password, re_new_password: password })
const long = (length: number) => 'x'.repeat(length)
const BROKEN = 'a\u0000b'
const WEB = 'Start the address with http:// or https://.'

/** [what is wrong, the form, the values, field and sentence]. Sentences without a section of the spec may be any, but the same. */
type Row = [string, Form<never>, object, Errors?]
const row = <V extends object>(name: string, form: Form<V>, values: V, sentence?: Errors): Row =>
  sentence ? [name, form, values, sentence] : [name, form, values]

const passwordRows = (name: string, form: Form<Errors>): Row[] => [
  row(`${name}: no new password`, form, { new_password: '' }, { new_password: FIELD.required }),
  row(`${name}: 7 characters`, form, both('Abcde-1'), { new_password: FIELD.minimum(8) }),
  row(`${name}: 7 characters between spaces`, form, both('  Abcde-1 '), { new_password: FIELD.minimum(8) }),
  row(`${name}: 51 characters`, form, both(`Aa1${long(48)}`), { new_password: FIELD.maximum(50) }),
  row(`${name}: no digit`, form, both('Harbour-side'), { new_password: FIELD.password }),
  row(`${name}: no capital letter`, form, both('harbour-1835'), { new_password: FIELD.password }),
  row(`${name}: no lower-case letter`, form, both('HARBOUR-1835'), { new_password: FIELD.password }),
  row(
    `${name}: another confirmation`,
    form,
    { re_new_password: 'Harbour-1836' },
    { re_new_password: FIELD.passwordMatch },
  ),
  row(`${name}: no confirmation`, form, { re_new_password: '' }),
]
const textRows = <V extends object>(name: string, form: Form<V>, fields: Partial<Record<keyof V, number>>): Row[] =>
  Object.entries(fields as Record<string, number>).flatMap(([field, most]) => [
    row(`${name}: ${field} is too long`, form, { [field]: long(most + 1) } as V),
    row(`${name}: ${field} has a broken character`, form, { [field]: BROKEN } as V),
    row(`${name}: ${field} has half a character`, form, { [field]: 'a\ud800' } as V),
  ])

const ROWS: Row[] = [
  row('item: no type', item, { type: '' }, { type: FORM.itemType }),
  row('item: no description', item, { description: '' }, { general_description: FORM.itemDescription }),
  row('item: a description of spaces', item, { description: ' \n ' }, { general_description: FORM.itemDescription }),
  row(
    'item: neither',
    item,
    { type: '', description: '' },
    { type: FORM.itemType, general_description: FORM.itemDescription },
  ),
  row(
    'item: it ends before it starts',
    item,
    { isRange: true, start: date('1902'), end: date('1901') },
    { date_end: FORM.rangeEnd },
  ),
  row(
    'item: it ends when it starts',
    item,
    { isRange: true, start: date('1901'), end: date('1901') },
    { date_end: FORM.rangeEnd },
  ),
  row(
    'item: it ends in the month before',
    item,
    { isRange: true, start: month('1901-03'), end: month('1901-02') },
    { date_end: FORM.rangeEnd },
  ),
  row('item: an address without http', item, { url: 'www.example.org' }, { externalRecordURL: WEB }),
  row('item: an address that is a script', item, { url: 'javascript:alert(1)' }, { externalRecordURL: WEB }),
  ...textRows('item', item, { title: TEXT.line, description: TEXT.body, identifier: TEXT.name }),
  row('person: no first name', person, { first_name: ' ' }, { first_name: FORM.personFirstName }),
  row('person: no surname', person, { surname: '' }, { surname: FORM.personSurname }),
  row(
    'person: died before birth',
    person,
    { date_of_birth: date('1900'), date_of_death: date('1890') },
    { date_of_death: FORM.rangeEnd },
  ),
  row('person: an address without http', person, { family_tree: 'ancestry.example' }, { family_tree: WEB }),
  ...textRows('person', person, {
    first_name: TEXT.name,
    middle_name: TEXT.name,
    surname: TEXT.name,
    biography: TEXT.body,
  }),
  row('subject: no name', subject, { subject_name: '' }, { subject_name: FORM.subjectName }),
  row(
    'subject: no description',
    subject,
    { subject_description: '' },
    { subject_description: FORM.subjectDescription },
  ),
  ...textRows('subject', subject, { subject_name: TEXT.name, subject_description: TEXT.body }),
  row('organization: no name', organization, { name: '' }, { name: FORM.organizationName }),
  row('organization: no description', organization, { description: '' }, { description: FORM.organizationDescription }),
  row(
    'organization: closed before it opened',
    organization,
    { date_opened: date('1900'), date_closed: date('1890') },
    { date_closed: FORM.rangeEnd },
  ),
  row('organization: too many other names', organization, {
    altname: Array(LIST.names + 1)
      .fill('Mill')
      .join(','),
  }),
  ...textRows('organization', organization, { name: TEXT.name, altname: TEXT.name, description: TEXT.body }),
  row('collection: no name', collection, { collection_name: '' }, { collection_name: FORM.collectionName }),
  row(
    'collection: no description',
    collection,
    { collection_description: '' },
    { collection_description: FORM.collectionDescription },
  ),
  row('collection: no hierarchy', collection, { hierarchy: '' as 'fond' }),
  ...textRows('collection', collection, { collection_name: TEXT.name, collection_description: TEXT.body }),
  row('login: nothing', logIn, { email: '', password: '' }, { email: FIELD.required, password: FIELD.required }),
  row('login: no address', logIn, { email: 'nobody' }, { email: FIELD.email }),
  row('login: 7 characters', logIn, { password: 'Abcde-1' }, { password: FIELD.minimum(8) }),
  row('login: 51 characters', logIn, { password: long(51) }, { password: FIELD.maximum(50) }),
  row('reset request: nothing', reset, { email: ' ' }, { email: FIELD.required }),
  row('reset request: no address', reset, { email: 'a@' }, { email: FIELD.email }),
  row('reset request: a very long address', reset, { email: `${long(300)}@example.org` }),
  ...passwordRows('reset confirm', confirm),
  ...passwordRows('change of the password', change),
  row('change of the password: no current one', change, { current_password: '' }, { current_password: FIELD.required }),
]

/** What the server says, the first sentence of each field. */
async function refusalOf(form: Form<never>, values: object): Promise<Errors> {
  const answer = await town.send(form.path, { method: 'POST', body: form.body(values as never), as: 'society' })
  expect(answer.status).toBe(400)
  return Object.fromEntries(
    Object.entries(answer.json as Record<string, string[]>).map(([field, [first]]) => [field, first!]),
  )
}

test.each(ROWS)('%s', async (_, form, values, sentences) => {
  const here = form.check(values as never)
  expect(Object.keys(here)).not.toEqual([])
  expect(await refusalOf(form, values)).toEqual(here)
  if (sentences) expect(here).toEqual(sentences)
})

describe('what both take', () => {
  const taken: [string, Form<never>, object][] = [
    ['item', item, {}],
    ['item from March 1901 to sometime in 1901', item, { isRange: true, start: month('1901-03'), end: date('1901') }],
    ['person', person, {}],
    ['subject', subject, {}],
    ['organization', organization, { altname: ' Old Mill, ,The Mill' }],
    ['collection', collection, {}],
  ]
  test.each(taken)('%s', async (_, form, values) => {
    expect(form.check(values as never)).toEqual({})
    const answer = await town.send(form.path, { method: 'POST', body: form.body(values as never), as: 'society' })
    expect(answer.status).toBe(201)
  })
})
