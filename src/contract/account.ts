import * as v from 'valibot'
import { agreeing } from './checks.ts'
import { email, id, timestamp, name, requiredName } from './fields.ts'
import { PASSWORD, TEXT } from './limits.ts'
import { FIELD } from './messages.ts'

export type { Ability } from './kinds.ts'

/** Outer spaces do not count (spec §5 "Values are trimmed"). */
const hasLength = (test: (length: number) => boolean, message: string) =>
  v.check((value: string) => test(value.trim().length), message)
/** As it was typed: a password that was set before passwords were trimmed may have outer spaces. */
const typedPassword = v.pipe(
  v.string(FIELD.required),
  v.maxLength(TEXT.line, FIELD.maximum(PASSWORD.maximum)),
  hasLength((length) => length > 0, FIELD.required),
  hasLength((length) => length >= PASSWORD.minimum, FIELD.minimum(PASSWORD.minimum)),
  hasLength((length) => length <= PASSWORD.maximum, FIELD.maximum(PASSWORD.maximum)),
)
/** A new password: trimmed, 8 to 50 characters with a digit, a lower-case and a capital letter (spec §5). */
const newPassword = v.pipe(
  typedPassword,
  v.trim(),
  v.check((value) => /\d/.test(value) && /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value), FIELD.password),
)

/**
 * POST /auth/jwt/create/. `device` is our addition: an empty one is answered with a device token to send with the next login, so
 * that failed logins from elsewhere do not lock out a known device.
 */
export const login = v.object({
  email,
  password: typedPassword,
  device: v.optional(v.pipe(v.string(), v.maxLength(TEXT.line))),
})
export const tokens = v.object({ access: v.string(), refresh: v.string(), device: v.optional(v.string()) })
const token = v.pipe(v.string(FIELD.required), v.maxLength(TEXT.line, FIELD.maximum(TEXT.line)))
export const tokenVerify = v.object({ token })
/**
 * POST /auth/jwt/refresh/. `rotate` is our addition: the answer then includes a new refresh token, and the old one expires soon
 * (docs/develop/decisions/accounts.md). Without it, only an access token is returned (spec §7).
 */
export const tokenRefresh = v.object({ refresh: token, rotate: v.optional(v.boolean()) })
export const tokenRefreshed = v.object({ access: v.string(), refresh: v.optional(v.string()) })
/** POST /auth/jwt/logout/. */
export const logOut = v.object({ refresh: token })
export const resetRequest = v.object({ email })
export const activation = v.object({ uid: token, token })

const newPasswords = {
  new_password: newPassword,
  re_new_password: v.pipe(token, v.trim(), v.nonEmpty(FIELD.required)),
}
const areEqual = (one: string, other: string) => one === other
export const resetConfirm = v.pipe(
  v.object({ uid: token, token, ...newPasswords }),
  agreeing('new_password', 're_new_password', areEqual, FIELD.passwordMatch),
)

/** POST /auth/users/set_password/ (the path and fields of djoser). */
export const passwordChange = v.pipe(
  v.object({
    current_password: v.pipe(token, v.nonEmpty(FIELD.required)),
    ...newPasswords,
  }),
  agreeing('new_password', 're_new_password', areEqual, FIELD.passwordMatch),
)

/** Roles, each including the rights of those before it (spec §6). `society`: a user of the society's own organization. */
export const ROLES = ['anonymous', 'volunteer', 'society', 'staff', 'administrator'] as const
export type Role = (typeof ROLES)[number]
/** The roles an administrator can assign; `society` follows from the organization. */
export const ACCOUNT_ROLES = ['volunteer', 'staff', 'administrator'] as const satisfies readonly Role[]
const accountRole = v.picklist(ACCOUNT_ROLES, FIELD.oneOf(ACCOUNT_ROLES))

/** An id, or the object that some servers send in its place. */
const organizationId = v.pipe(
  v.union([id, v.object({ id })]),
  v.transform((value) => (typeof value === 'number' ? value : value.id)),
)

/** A field that other servers may lack, or use in another way. */
const ours = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** Spec §3 "User"; only `id` and `organization` are required, so that other servers' users can be read. */
export const user = v.object({
  id,
  email: ours(v.string()),
  name: ours(v.string()),
  organization: v.nullish(organizationId, null),
  role: ours(v.picklist(ROLES)),
  may: ours(v.array(v.string())),
  /** The page that this user should see first: the settings, for an administrator of a new archive. */
  next: ours(v.string()),
})
export type User = v.InferOutput<typeof user>

/** An account as administrators see it; `invited` until it is activated. */
const ACCOUNT_STATES = ['invited', 'active', 'disabled'] as const
export const account = v.object({
  id,
  email: v.string(),
  name,
  organization: v.nullish(id, null),
  role: accountRole,
  state: v.picklist(ACCOUNT_STATES),
  created_at: timestamp,
  last_login_at: v.nullable(timestamp),
  /** The latest letter to it that could not be delivered so far; `given_up`: it is not tried again. `reason` is the mail server's. */
  undelivered: v.optional(v.object({ since: timestamp, reason: v.string(), given_up: v.boolean() })),
})
export type Account = v.InferOutput<typeof account>

/** It is part of letters. */
const accountName = v.pipe(requiredName(), v.regex(/^\P{Cc}*$/u, 'Write the name in one line.'))
/** POST /api/accounts/. */
export const accountCreate = v.object({
  email,
  name: accountName,
  organization: v.nullish(id, null),
  role: v.optional(accountRole, 'volunteer'),
})
/** PATCH /api/accounts/:id/: fields left out stay as they are. */
export const accountEdit = v.partial(
  v.object({ name: accountName, organization: v.nullable(id), role: accountRole, disabled: v.boolean() }),
)
