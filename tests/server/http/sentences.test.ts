import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, FIELD } from '#contract/messages.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

let town: TestArchive
beforeAll(async () => {
  town = await openTestArchive()
})
afterAll(() => town.close())

const item = { type: 'photograph', general_description: 'A mill.' }
const person = { first_name: 'Ann', surname: 'Doyle' }

test.each([
  ['/api/people/', { ...person, sex: 'Female' }, { sex: ['Choose one of: female, male, other.'] }],
  [
    '/api/item/post/',
    { ...item, copyright_info: 'mine' },
    { copyright_info: ['Choose one of: Public Domain, User Responsibility.'] },
  ],
  ['/api/records/plaques/', { location: 1, text: 'Here.', visibility: 'draft' }, { visibility: [API.noSuchField] }],
  ['/api/records/items/1/return/', undefined, { non_field_errors: [API.notObject] }],
  ['/auth/jwt/create/', undefined, { non_field_errors: [API.notObject] }],
  ['/auth/jwt/create/', { email: '', password: '' }, { email: [FIELD.required], password: [FIELD.required] }],
])('%s %j is refused with readable messages, one per empty field', async (url, body, json) => {
  expect(await town.send(url, { method: 'POST', body, as: 'staff' })).toMatchObject({ status: 400, json })
})

test.each(['/auth/jwt/create/', '/api/people/'])('%s: refuses a form', async (url) => {
  const answer = await town.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...(await town.signIn('staff')) },
    payload: '--x\r\nContent-Disposition: form-data; name="first_name"\r\n\r\nAnn\r\n--x--\r\n',
  })
  expect([answer.statusCode, answer.json()]).toEqual([415, { detail: API.badMediaType }])
})
