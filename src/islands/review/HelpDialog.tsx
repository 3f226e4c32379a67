import { useId, useState } from 'react'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { KEY_HELP, keysAreOn, turnKeys } from './keys.ts'

/** The keys of the desk, and the switch that turns them off. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [isOn, setOn] = useState(keysAreOn)
  return (
    <ModalDialog className="dialog" labelledBy={id} onClose={onClose}>
      <h2 id={id}>Keys</h2>
      <dl className="catalogue">
        {KEY_HELP.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && ' or '}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="field check-field">
        <input
          id={`${id}-on`}
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            turnKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />
        <label htmlFor={`${id}-on`}>Use these keys on this device</label>
      </p>
      <p className="buttons">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </p>
    </ModalDialog>
  )
}
