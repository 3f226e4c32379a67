import * as v from 'valibot'
import { activation } from '#contract/account.ts'

/** uid and token of the link that led here: `secretGuard` (layouts/inline-code.ts) moved them out of the address. */
export function readSecretLink(): v.InferOutput<typeof activation> | undefined {
  const state = v.safeParse(activation, history.state)
  if (!state.success) return undefined
  try {
    return { uid: decodeURIComponent(state.output.uid), token: decodeURIComponent(state.output.token) }
  } catch {
    return undefined
  }
}
