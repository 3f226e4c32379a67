import * as v from 'valibot'
import { email, id, moment, name, requiredName } from './fields.ts'
import { PASSWORD } from './limits.ts'
import { FIELD } from './messages.ts'

const bounded = v.pipe(
  v.string(FIELD.required),
  v.nonEmpty(FIELD.required),
  v.minLength(PASSWORD.minimum, FIELD.minimum(PASSWORD.minimum)),
  v.maxLength(PASSWORD.maximum, FIELD.maximum(PASSWORD.maximum)),
)
/** A new password: 8 to 50 characters with a digit, a lower-case and a capital letter (spec §5, design.md). */
export const newPassword = v.pipe(
  bounded,
  v.check((value) => /\d/.test(value) && /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value), FIELD.password),
)

/** The generic password rule of spec §5: 6 to 20 characters. No form of Lotline uses it (design.md "Accounts"); it is here for whoever needs it to the letter. */
export const genericPassword = v.pipe(
  v.string(FIELD.required),
  v.check(
    (value) =>
      value.length >= 6 && value.length <= 20 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value),
    FIELD.password,
  ),
)

/** POST /auth/jwt/create/. */
export const login = v.object({ email, password: bounded })
export const tokens = v.object({ access: v.string(), refresh: v.string() })
export const tokenVerify = v.object({ token: v.string(FIELD.required) })
export const tokenRefresh = v.object({ refresh: v.string(FIELD.required) })
export const tokenRefreshed = v.object({ access: v.string() })
export const resetRequest = v.object({ email })
export const activation = v.object({ uid: v.string(FIELD.required), token: v.string(FIELD.required) })
export const resetConfirm = v.pipe(
  v.object({
    uid: v.string(),
    token: v.string(),
    new_password: newPassword,
    re_new_password: v.string(FIELD.required),
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['re_new_password']],
      (input) => input.new_password === input.re_new_password,
      FIELD.passwordMatch,
    ),
    ['re_new_password'],
  ),
)

/** POST /auth/users/set_password/ (the path and fields of djoser). */
export const passwordChange = v.pipe(
  v.object({
    current_password: v.pipe(v.string(FIELD.required), v.nonEmpty(FIELD.required), v.maxLength(1000)),
    new_password: newPassword,
    re_new_password: v.string(FIELD.required),
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['re_new_password']],
      (input) => input.new_password === input.re_new_password,
      FIELD.passwordMatch,
    ),
    ['re_new_password'],
  ),
)

/**
 * Who calls, each with the rights of those before it (spec §6): nobody known, a user of any organization, one of the society's own, a staff
 * cataloguer, an administrator.
 */
export const ROLES = ['anonymous', 'volunteer', 'society', 'staff', 'administrator'] as const
export type Role = (typeof ROLES)[number]
/** What an administrator chooses: `society` is not chosen, it follows from the organization. */
export const ACCOUNT_ROLES = ['volunteer', 'staff', 'administrator'] as const satisfies readonly Role[]
const accountRole = v.picklist(ACCOUNT_ROLES, `One of: ${ACCOUNT_ROLES.join(', ')}.`)

/** What a user may do beyond reading (our addition, design.md): a page shows what is in the list and need not guess. */
export const MAY = ['submit', 'describe_archivally', 'add_collections', 'review', 'manage_accounts'] as const
export type May = (typeof MAY)[number]

/** Spec §3 "User"; all but `id` and `organization` is our addition: a server that does not say what the user may do is judged by the organization. */
export const user = v.object({
  id,
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  organization: v.nullish(id, null),
  role: v.optional(v.picklist(ROLES)),
  may: v.optional(v.array(v.string())),
})
export type User = v.InferOutput<typeof user>

/** An account as administrators see it. `invited` until it was activated. */
export const ACCOUNT_STATES = ['invited', 'active', 'disabled'] as const
export const account = v.object({
  id,
  email: v.string(),
  name,
  organization: v.nullish(id, null),
  role: accountRole,
  state: v.picklist(ACCOUNT_STATES),
  created_at: moment,
  last_login_at: v.nullable(moment),
})
export type Account = v.InferOutput<typeof account>

/** POST /api/accounts/. */
export const accountCreate = v.object({
  email,
  name: requiredName(),
  organization: v.nullish(id, null),
  role: v.optional(accountRole, 'volunteer'),
})
/** PATCH /api/accounts/:id/: what is not named stays. */
export const accountEdit = v.partial(
  v.object({ name: requiredName(), organization: v.nullable(id), role: accountRole, disabled: v.boolean() }),
)
