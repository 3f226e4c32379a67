import { atom } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError } from '#client/errors.ts'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { organization } from '#contract/organization.ts'
import { organizationName } from '#rules/names.ts'
import type { Later } from '../shared/parts.ts'
import { createTurns } from '../shared/turns.ts'
import { createPause, orMeanwhile } from '../shared/waits.ts'
import type { FoundOrganization, SearchState } from './map-stores.ts'
import type { OrganizationsFile } from './organizations-file.ts'

/** Milliseconds after the last key before the API is asked. */
const WAIT = 200

interface Around {
  client: Client
  later: Later
  file: OrganizationsFile
  /** True while the API is known not to answer: then it is not waited for. */
  isAway(): boolean
}
type Found = Omit<Extract<SearchState<FoundOrganization>, { state: 'found' }>, 'state'>

/** Spec §2 "Organization Search": through the API, or in the last build while that is away. */
export function createOrganizationSearch({ client, later, file, isAway }: Around) {
  const $organizations = atom<SearchState<FoundOrganization>>({ state: 'idle' })
  const pause = createPause(later)
  const turns = createTurns()

  async function ask(text: string, signal: AbortSignal): Promise<Found> {
    try {
      if (!isAway())
        return found(rowsOf(await client.read('organizations', { query: { search: text }, signal })), false)
    } catch (problem) {
      // Spec §8 "Organization search non-200": empty results.
      if (problem instanceof ApiError || problem instanceof ContractError) return found([], false)
    }
    return found(await file.find(text).catch(() => []), true)
  }
  let asked = ''

  async function find(text: string) {
    const turn = turns.next()
    const answer = await orMeanwhile(later, ask(text, turn.signal), () => {
      const show = (rows: FoundOrganization[]) => {
        if (turn.isCurrent() && $organizations.get().state === 'searching')
          $organizations.set({ state: 'found', ...found(rows, true) })
      }
      file.find(text).then(show, () => {})
    })
    if (turn.isCurrent()) $organizations.set({ state: 'found', ...answer })
  }

  return {
    $organizations,
    searchOrganizations(typed: string) {
      const text = (asked = typed.trim())
      turns.end()
      pause.cancel()
      if (text === '') return $organizations.set({ state: 'idle' })
      if (text.length < SEARCH_MINIMUM.organizations) return $organizations.set({ state: 'more-letters' })
      $organizations.set({ state: 'searching' })
      pause.after(WAIT, () => void find(text))
    },
    /** What was under way when it was stopped is asked for again. */
    start() {
      if ($organizations.get().state === 'searching') void find(asked)
    },
    stop() {
      pause.cancel()
      turns.end()
    },
  }
}

const found = (rows: FoundOrganization[], partial: boolean): Found => ({ rows, total: rows.length, partial })

/** A row that breaks the contract is left out. */
function rowsOf(answer: unknown): FoundOrganization[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((row) => {
    const read = v.safeParse(organization, row)
    if (!read.success) return []
    const { id, altname } = read.output
    return [{ id, name: organizationName(read.output), altnames: altname }]
  })
}
