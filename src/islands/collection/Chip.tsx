import { Icon } from '#components/Icon.tsx'

interface Props {
  /** The kind of filter, where the context does not say it. */
  kind?: string
  text: string
  remove: () => void
}

/** An active filter with a remove button. */
export const Chip = ({ kind, text, remove }: Props) => (
  <li className="chip">
    <span className="chip-text">
      {kind && <span className="chip-kind">{kind} </span>}
      {text}
    </span>
    <button type="button" aria-label={`Remove ${kind ? `${kind}: ` : ''}${text}`} onClick={remove}>
      <Icon name="cross" />
    </button>
  </li>
)
