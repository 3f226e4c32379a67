import { test } from 'vitest'
import { ALL } from './length.ts'

const never = Object.assign(() => undefined, { each: () => () => undefined })
/** A test of what happens seldom or takes long, in `npm test -- all` only: what is usual beside it, or its parts, are always tested. */
export const seldom = (ALL ? test : never) as unknown as typeof test
