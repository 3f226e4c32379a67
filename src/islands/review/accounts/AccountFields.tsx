import * as v from 'valibot'
import { ACCOUNT_ROLES, accountCreate, type Account } from '#contract/account.ts'
import { society } from '#society'
import type { AccountsStore } from '#stores/review/accounts/accounts.ts'
import { Field } from '../../account/Field.tsx'
import { FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { ROLE_HINT, ROLE_NAMES, TEXT } from './messages.ts'

/** The fields of a form: the organization is the value of a select. */
export const accountFields = {
  name: accountCreate.entries.name,
  role: accountCreate.entries.role,
  organization: v.pipe(
    v.string(),
    v.transform((value) => (value === '' ? null : Number(value))),
  ),
}

interface Props {
  store: AccountsStore
  errors: Readonly<Record<string, string>>
  account?: Account
  /** The role of one's own account stays. */
  isSelf?: boolean
}

/** Name, role and organization of an account. */
export function AccountFields({ store, errors, account, isSelf = false }: Props) {
  const organizations = useStore(store.$organizations)
  const names = [...organizations].sort(([, a], [, b]) => a.localeCompare(b))
  // It is added to an archive that has none yet.
  if (!organizations.has(society.organizationId)) names.unshift([society.organizationId, society.name])
  const own = account?.role ?? 'volunteer'
  return (
    <>
      <Field label="Name" name="name" autoComplete="off" defaultValue={account?.name} error={errors.name} />
      <FormField label="Role" error={errors.role} hint={isSelf ? TEXT.own : ROLE_HINT}>
        {(control) => (
          <select {...control} name="role" defaultValue={own}>
            {(isSelf ? [own] : ACCOUNT_ROLES).map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField label="Organization" error={errors.organization} hint={TEXT.organizationHint}>
        {(control) => (
          <select {...control} name="organization" defaultValue={account?.organization ?? ''}>
            <option value="">None</option>
            {names.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  )
}
