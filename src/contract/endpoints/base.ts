import { memberCalls } from './member.ts'
import { readCalls } from './read.ts'
import { sessionCalls } from './session.ts'

/** Calls of a user's client: what everybody reads, and what users do (staff have more, staff.ts). */
export const baseCalls = { ...readCalls, ...sessionCalls, ...memberCalls }
