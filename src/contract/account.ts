import * as v from 'valibot'
import { email, id } from './fields.ts'
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

/** Spec §3 "User"; what the user may do is our addition (design.md): a server that does not say so is judged by the organization. */
export const user = v.object({
  id,
  email: v.optional(v.string()),
  organization: v.nullish(id, null),
  may: v.optional(v.array(v.string())),
})
export type User = v.InferOutput<typeof user>
