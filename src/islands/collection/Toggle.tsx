import type { ReactNode } from 'react'

interface Props<Value> {
  /** Read out only. */
  legend: string
  name: string
  className?: string
  choices: readonly (readonly [value: Value, label: ReactNode, meaning?: string])[]
  value: Value
  onChoose: (value: Value) => void
}

/** A few choices side by side, as radio buttons. */
export const Toggle = <Value,>({ legend, name, className = '', choices, value, onChoose }: Props<Value>) => (
  <fieldset className={`toggle ${className}`}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map(([each, label, meaning], at) => (
      <label key={at} title={meaning}>
        <input type="radio" name={name} checked={value === each} onChange={() => onChoose(each)} />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
)
