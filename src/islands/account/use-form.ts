import { useEffect, useRef, useState, type FormEvent, type FormHTMLAttributes, type RefObject } from 'react'
import * as v from 'valibot'
import type { FormFailure } from '#stores/auth/auth-stores.ts'

export interface Form {
  /** Sentences by field. */
  errors: Readonly<Record<string, string>>
  /** The sentence about the whole form. */
  text: string | undefined
  isSending: boolean
  props: Pick<FormHTMLAttributes<HTMLFormElement>, 'method' | 'noValidate' | 'onSubmit' | 'onInput'> & {
    ref: RefObject<HTMLFormElement | null>
  }
}

/**
 * A form whose fields keep their own values, so that password managers and typing before hydration work. It is checked by a schema of the contract and
 * then sent; the first field with an error gets the focus.
 */
export function useForm<S extends v.GenericSchema<Record<string, string>, unknown>>(
  schema: S,
  send: (values: v.InferOutput<S>, form: HTMLFormElement) => Promise<FormFailure>,
): Form {
  const ref = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<FormFailure>()
  const [isSending, setSending] = useState(false)
  /** Only a failed submit moves the focus, not the typing that mends it. */
  const hasFailed = useRef(false)
  const { fields: errors = {}, text } = failure ?? {}

  useEffect(() => {
    if (hasFailed.current) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    hasFailed.current = false
  }, [failure])

  function fail(now: FormFailure) {
    hasFailed.current = true
    setFailure(now)
  }
  async function submit(form: HTMLFormElement) {
    const checked = v.safeParse(schema, Object.fromEntries(new FormData(form)))
    if (!checked.success) return fail({ fields: firstByField(checked.issues) })
    setFailure(undefined)
    setSending(true)
    fail(await send(checked.output, form))
    setSending(false)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void submit(event.currentTarget)
  }
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement
    if (name in errors) setFailure({ ...failure, fields: { ...errors, [name]: '' } })
  }
  // Submitted before hydration, `dialog` does nothing: no password ends up in an address.
  return { errors, text, isSending, props: { ref, method: 'dialog', noValidate: true, onSubmit, onInput } }
}

function firstByField(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return errors
}
