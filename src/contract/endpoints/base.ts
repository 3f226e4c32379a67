import { memberCalls } from './member.ts'
import { readCalls } from './read.ts'

/** Calls of a session client: what everybody reads, and what users do (staff have more, staff.ts). */
export const baseCalls = { ...readCalls, ...memberCalls }
