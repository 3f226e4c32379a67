import { useEffect, useRef, useState, type FormEvent, type FormHTMLAttributes, type RefObject } from 'react'
import * as v from 'valibot'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import type { StaticIsland } from '../widgets/use-early-input.ts'

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
 * then sent; the first field with an error gets the focus. `onDone`: it was taken, and is still there.
 */
export function useForm<S extends v.GenericSchema<Record<string, string>, unknown>>(
  schema: S,
  send: (values: v.InferOutput<S>, form: HTMLFormElement) => Promise<FormFailure>,
  onDone?: () => void,
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

  // The button was pressed, or Enter, before hydration (before-hydration.ts). The page's own effects come after this one: its stores start first.
  useEffect(() => {
    const form = ref.current
    const { pressed } = form?.closest<StaticIsland>('astro-island') ?? {}
    if (pressed && form?.contains(pressed)) queueMicrotask(() => form.requestSubmit())
  }, [])

  function fail(now: FormFailure) {
    hasFailed.current = true
    setFailure(now)
  }
  async function submit(form: HTMLFormElement) {
    const { output, errors } = checkForm(schema, Object.fromEntries(new FormData(form)))
    if (errors) return fail({ fields: errors })
    setFailure(undefined)
    setSending(true)
    const failure = await send(output, form)
    fail(failure)
    setSending(false)
    // Cancelled meanwhile, something else may be open.
    if (!failure && form.isConnected) onDone?.()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void submit(event.currentTarget)
  }
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement
    if (name in errors) setFailure({ ...failure, fields: { ...errors, [name]: '' } })
  }
  // Submitted before hydration, `dialog` does nothing by itself: no password ends up in an address.
  return { errors, text, isSending, props: { ref, method: 'dialog', noValidate: true, onSubmit, onInput } }
}

/** What is sent, or the first sentence of each field. */
export function checkForm<S extends v.GenericSchema>(
  schema: S,
  values: unknown,
): { output: v.InferOutput<S>; errors?: undefined } | { output?: undefined; errors: Record<string, string> } {
  const checked = v.safeParse(schema, values)
  if (checked.success) return { output: checked.output }
  const errors: Record<string, string> = {}
  for (const issue of checked.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return { errors }
}
