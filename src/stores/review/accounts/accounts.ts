import { atom, computed } from 'nanostores'
import type * as v from 'valibot'
import type { Account, accountCreate, accountEdit } from '#contract/account.ts'
import type { BaseName } from '#contract/endpoints.ts'
import type { accountCalls } from '#contract/endpoints/accounts.ts'
import { organizationName } from '#rules/names/record-names.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import type { SessionDeps } from '../../shared/deps.ts'
import { formResult } from '../../auth/form-failure.ts'
import { resource } from '../../shared/resource.ts'

export type AccountsCallName = BaseName | keyof typeof accountCalls | 'queue'
export type AccountFilter = 'all' | Account['state'] | Account['role']
/** What was done last. */
export interface AccountStep {
  step: 'invited' | 'changed' | 'disabled' | 'enabled' | 'sent' | 'ended'
  account: Account
}

const isOf = ({ state, role }: Account, filter: AccountFilter) =>
  filter === 'all' || filter === state || filter === role

/** The accounts of the archive, for administrators. */
export function createAccountsStore({ client, withSession }: SessionDeps<AccountsCallName>) {
  const list = resource(async () => {
    const [accounts, organizations] = await withSession(() =>
      Promise.all([client.call('accounts'), client.call('organizations').catch(() => [])]),
    )
    $organizations.set(new Map(organizations.map((each) => [each.id, organizationName(each)])))
    return accounts
  })
  const $accounts = computed(list.$resource, ({ value }) => value ?? null)
  const $organizations = atom<ReadonlyMap<number, string>>(new Map())
  const $search = atom('')
  const $filter = atom<AccountFilter>('all')
  const $done = atom<AccountStep | null>(null)
  const $shown = computed([$accounts, $organizations, $search, $filter], (accounts, organizations, search, filter) => {
    const words = searchWords(search)
    return (accounts ?? []).filter((account) => {
      const text = indexText(account.name, account.email, organizations.get(account.organization ?? 0))
      return isOf(account, filter) && words.every((word) => text.includes(word))
    })
  })

  function keep(account: Account) {
    const accounts = $accounts.get()
    // The list on its way has it.
    if (!accounts) return
    const others = accounts.filter(({ id }) => id !== account.id)
    list.set([...others, account].sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id))
  }
  /** Does it, and says so; a refusal is the form's. */
  const change = (step: AccountStep['step'], work: () => Promise<Account>) =>
    formResult(async () => {
      const account = await withSession(work)
      keep(account)
      $done.set({ step, account })
    })

  return {
    $accounts,
    $organizations,
    $loaded: list.$resource,
    $search,
    $filter,
    $shown,
    $done,
    load: list.load,
    invite: (body: v.InferInput<typeof accountCreate>) =>
      change('invited', () => client.call('createAccount', { body })),
    change: (id: number, body: v.InferInput<typeof accountEdit>, step: AccountStep['step'] = 'changed') =>
      change(step, async () => {
        const account = await client.call('editAccount', { path: { id }, body })
        const { undelivered } = $accounts.get()?.find((each) => each.id === id) ?? {}
        return { ...account, ...(undelivered && { undelivered }) }
      }),
    sendLink: (account: Account) =>
      change('sent', async () => {
        await client.call('inviteAgain', { path: { id: account.id } })
        const { undelivered: _, ...rest } = account
        return rest
      }),
    endSessions: (account: Account) =>
      change('ended', async () => {
        await client.call('endSessions', { path: { id: account.id } })
        return account
      }),
    /** How many of their drafts are in the queue; undefined if that cannot be known now. */
    draftsOf: async (id: number): Promise<number | undefined> => {
      const count = async (state: 'waiting' | 'returned') =>
        (await client.call('queue', { query: { author: id, state, page_size: 1 } })).count
      return withSession(() => Promise.all([count('waiting'), count('returned')]))
        .then(([waiting, returned]) => waiting + returned)
        .catch(() => undefined)
    },
  }
}
export type AccountsStore = ReturnType<typeof createAccountsStore>
