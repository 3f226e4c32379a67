import { describe, expectTypeOf, test } from 'vitest'
import { createClientOf } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import type { UserClient } from '#client/user-client.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Item, ItemType, Shortened } from '#contract/item.ts'

/** What must not compile: each `@ts-expect-error` line is an error of the type checker, or this file is. */
const client = createClientOf(endpoints, { base: '' })

describe('a call', () => {
  test('is one of the table', async () => {
    // @ts-expect-error -- no such call is declared in endpoints.ts
    await client.call('deleteItem')
    expectTypeOf<'item'>().toExtend<EndpointName>()
  })

  test('is one that the client has: visitors load no others', async () => {
    const visitor = createClient({ base: '' })
    // @ts-expect-error -- logging in needs a session client
    await visitor.call('login')
    // @ts-expect-error -- and so does what takes the client of a user
    expectTypeOf(visitor).toExtend<UserClient>()
  })

  test('takes the query parameters that the table names, and no other', async () => {
    await client.call('items', { query: { people_and: [1, 2], page: 3 } })
    // @ts-expect-error -- the parameter is people_and or people_or
    await client.call('items', { query: { people: [1] } })
    // @ts-expect-error -- the health call takes no query
    await client.call('health', { query: { page: 1 } })
  })

  test('fills the parameters of its own path', () => {
    expectTypeOf(client.address('item', { path: { id: 12 } })).toBeString()
    // @ts-expect-error -- the path of an item names `id`
    client.address('item', { path: { item: 12 } })
  })

  test('carries the body that the table describes', async () => {
    await client.call('login', { body: { email: 'a@example.org', password: 'Secret12' } })
    // @ts-expect-error -- a login names its password
    await client.call('login', { body: { email: 'a@example.org' } })
    // @ts-expect-error -- the type is one of spec §9
    await client.call('createItem', { body: { type: 'painting', general_description: 'Oil on canvas' } })
    // @ts-expect-error -- a collection is named
    await client.call('createCollection', { body: { collection_description: 'Letters' } })
  })
})

describe('an answer', () => {
  test('has the shape that the table declares', async () => {
    expectTypeOf(await client.call('items')).toEqualTypeOf<{
      count: number
      results: Item[]
      shortened?: Shortened[] | undefined
      suggestion: string
    }>()
    expectTypeOf((await client.call('item', { path: { id: 1 } })).type).toEqualTypeOf<ItemType>()
    // @ts-expect-error -- a new item answers its id and nothing more
    void (await client.call('createItem')).title
  })

  test('of a picture has no parsed value', async () => {
    expectTypeOf(await client.call('scanImage')).toBeNever()
  })
})
