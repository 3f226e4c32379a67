import { createContext, use } from 'react'

/** A context, and its hook for components that do not work without it. */
export function requiredContext<Value>(name: string) {
  const Context = createContext<Value | null>(null)
  function useValue(): Value {
    const value = use(Context)
    if (value === null) throw new Error(`This component needs the ${name}.`)
    return value
  }
  return [Context, useValue] as const
}
