import { lastDay } from '#contract/dates.ts'
import { API } from '#contract/messages.ts'
import { formatDate } from '../dates/partial-dates.ts'
import { closingEdges } from '../graphs/closing-edges.ts'

/** Eight-digit dates; a place that has no number yet may have a negative one. `predecessors` are places that are among the ones given, or not. */
export interface PlaceInTime {
  pk: number
  date_start: number | null
  date_end: number | null
  predecessors: readonly number[]
}
export interface SuccessionProblem {
  /** The later place, and the earlier one that it can't have come out of. */
  pk: number
  predecessor: number
  field: 'predecessors'
  reason: string
  /** The places that it is about, each after the one that came out of it. */
  path: readonly number[]
}

/** Whether a place was certainly there, or gone, before the other one began. A part may be cut off while the rest stays. */
function orderProblem(later: PlaceInTime, earlier: PlaceInTime): string | undefined {
  const known = later.date_start ?? later.date_end
  if (known === null || earlier.date_start === null || lastDay(known) >= earlier.date_start) return undefined
  const did = later.date_start === null ? 'ended' : 'began'
  return `It ${did} in ${formatDate(known)}, before the earlier place ${Math.abs(earlier.pk)} began (${formatDate(earlier.date_start)}).`
}

/** What is wrong with which place came out of which: one that names itself, circles, and one that was there before its predecessor. */
export function successionProblems(places: readonly PlaceInTime[]): SuccessionProblem[] {
  const byPk = new Map(places.map((place) => [place.pk, place]))
  const edges = places.flatMap(({ pk, predecessors }) => predecessors.map((to) => ({ from: pk, to })))
  const field = 'predecessors'
  const circles = closingEdges(edges).map(({ edge, cycle }): SuccessionProblem => {
    const circle = `The earlier places lead back to itself: ${cycle.map(Math.abs).join(' → ')}.`
    const reason = edge.from === edge.to ? API.namesItself : circle
    return { pk: edge.from, predecessor: edge.to, field, reason, path: cycle }
  })
  const orders = edges.flatMap(({ from, to }): SuccessionProblem[] => {
    const [later, earlier] = [byPk.get(from)!, byPk.get(to)]
    const reason = earlier && orderProblem(later, earlier)
    return reason === undefined ? [] : [{ pk: from, predecessor: to, field, reason, path: [from, to] }]
  })
  return [...circles, ...orders]
}

/** The first of them. */
export const successionProblem = (places: readonly PlaceInTime[]): SuccessionProblem | undefined =>
  successionProblems(places)[0]
