import type { BaseName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import type { Client } from './client.ts'
import { createSessionClientOf, type SessionClient, type SessionOptions } from './session-client.ts'

/** A client of whoever is logged in. */
export type UserClient = Client<BaseName>

export const createUserClient = (options: SessionOptions): SessionClient<BaseName> =>
  createSessionClientOf<BaseName>(baseCalls, options)
