import * as v from 'valibot'

// @__NO_SIDE_EFFECTS__
export const between = (least: number, most: number, message = `Enter a number between ${least} and ${most}.`) =>
  v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message))
// @__NO_SIDE_EFFECTS__
export const wholeBetween = (
  { least, most }: { least: number; most: number },
  message = `Enter a whole number between ${least} and ${most}.`,
) => v.pipe(between(least, most, message), v.integer(message))

/** Two fields that have to agree: what is wrong stands at the second. Checked although others may be wrong. */
// @__NO_SIDE_EFFECTS__
export function agreeing<I extends Record<string, unknown>, A extends keyof I & string, B extends keyof I & string>(
  first: A,
  second: B,
  agree: (first: I[A], second: I[B]) => boolean,
  message: string,
): v.BaseValidation<I, I, v.BaseIssue<unknown>> {
  const holds = (input: unknown) => agree((input as I)[first], (input as I)[second])
  const check = v.partialCheck([[first], [second]] as never, holds, message) as v.GenericValidation
  return v.forward(check as v.BaseValidation<I, I, v.BaseIssue<unknown>>, [second] as never)
}
