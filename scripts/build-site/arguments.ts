import { parseArgs } from 'node:util'
import type { PicturesFrom } from '#snapshot/plans.ts'

export interface BuildArguments {
  full: boolean
  /** The whole site, but only if something has changed since the last whole build. */
  nightly: boolean
  watch: boolean
  /** Waits for orders of a server. */
  standby: boolean
  /** `state`: undefined for the one before. */
  rollback: { state: string | undefined } | undefined
  /** Where the site is deployed to. */
  deploy: string | undefined
  /** Where pages have pictures from. */
  pictures: PicturesFrom | undefined
}
/** Says which option is wrong. */
export class ArgumentError extends Error {}

const HELP =
  'Options of npm run build: -- --full, -- --nightly, -- --watch, -- --rollback [STATE], -- --deploy TARGET [--pictures api|fetch]'

export function readArguments(args: string[]): BuildArguments {
  const parsed = parse(args)
  const {
    full = false,
    nightly = false,
    watch = false,
    standby = false,
    rollback = false,
    deploy,
    pictures,
  } = parsed.values
  const [state, ...others] = parsed.positionals
  if (others.length > 0 || (state !== undefined && !rollback))
    throw new ArgumentError(`I don't understand "${others[0] ?? state}". ${HELP}`)
  if (state !== undefined && !/^\d{1,9}(\.\d{1,9})?$/.test(state))
    throw new ArgumentError(`"${state}" is not the name of a state: name one such as 3 or 3.2. ${HELP}`)
  if (Number(full) + Number(nightly) + Number(watch) + Number(standby) + Number(rollback) > 1)
    throw new ArgumentError(`Use one of these at a time. ${HELP}`)
  if (deploy !== undefined && (watch || standby)) throw new ArgumentError(`Deploy without --watch. ${HELP}`)
  if (pictures !== undefined && pictures !== 'api' && pictures !== 'site' && pictures !== 'fetch')
    throw new ArgumentError(`Pictures are "site", "api" or "fetch", not "${pictures}". ${HELP}`)
  if (pictures === 'fetch' && deploy === undefined)
    throw new ArgumentError(`Pictures are fetched for --deploy only. ${HELP}`)
  return { full, nightly, watch, standby, rollback: rollback ? { state } : undefined, deploy, pictures }
}

function parse(args: string[]) {
  try {
    const boolean = { type: 'boolean' } as const
    return parseArgs({
      args,
      options: {
        full: boolean,
        nightly: boolean,
        watch: boolean,
        standby: boolean,
        rollback: boolean,
        deploy: { type: 'string' },
        pictures: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch (problem) {
    throw new ArgumentError(`${(problem as Error).message.split('. ')[0]}. ${HELP}`)
  }
}
