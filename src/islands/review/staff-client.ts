import type { Client } from '#client/client.ts'
import { createSessionClientOf } from '#client/session-client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import type { PageAuth } from '../account/page-auth.ts'

/** A client with the calls of staff. @param timeout in milliseconds, if it is not that of other clients. */
export const staffClient = (
  { session, client: { base } }: Pick<PageAuth, 'session' | 'client'>,
  timeout?: number,
): Client<DeskCallName> =>
  createSessionClientOf<DeskCallName>(
    { ...baseCalls, ...staffCalls },
    { base, tokens: session, ...(timeout !== undefined && { timeout }) },
  )
