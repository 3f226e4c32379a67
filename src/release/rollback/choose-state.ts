import type { State } from './states.ts'

/** Why it is impossible, and what to do instead. Nothing was changed. */
export class RollbackRefused extends Error {}

/** @throws {RollbackRefused} naming the states that there are. */
export function chooseState(states: readonly State[], current: string, target: string | undefined): State {
  const earlier = states.filter(({ name }) => name !== current)
  const found =
    target === undefined
      ? earlier[0]
      : (earlier.find(({ name }) => name === target) ?? earlier.find(({ release }) => release === target))
  if (found) return found
  if (target === current) throw new RollbackRefused(`The site is in state ${current} already.`)
  const names = earlier.map(({ name, builtAt }) => `${name} (${builtAt.slice(0, 16).replace('T', ' ')} UTC)`)
  const which = names.length === 0 ? 'No earlier state is kept.' : `These are kept: ${names.join(', ')}.`
  throw new RollbackRefused(
    target === undefined ? `There is nothing to roll back to. ${which}` : `There is no state ${target}. ${which}`,
  )
}

export function notesOf(state: State, leftOut: number, asItWas: boolean): string[] {
  return [
    `Rolled back to state ${state.name} of ${state.builtAt.slice(0, 16).replace('T', ' ')} UTC. The next publishing builds the site of today again.`,
    ...(leftOut > 0
      ? [`${leftOut} ${leftOut === 1 ? 'record or link is' : 'records or links are'} not published any more: left out`]
      : []),
    ...(asItWas ? [] : ['The pages were made by the present version of Lotline.']),
  ]
}

export const refusal = ({ name }: State, isWhole: boolean): string =>
  `State ${name} was made by another version of Lotline, or with other settings, and ${isWhole ? 'its release was updated since' : 'some of its records or pictures are not published any more'}, so its pages cannot be served as they are. Install that version and run "npm run build".`
