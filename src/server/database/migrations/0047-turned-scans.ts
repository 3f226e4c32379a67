import { forBoth } from './for-both.ts'

/** By how many degrees a scan is turned clockwise when it is shown. */
export const up = forBoth(async ({ run, integer }) => {
  await run(`alter table scan add column turn ${integer} not null default 0`)
})
