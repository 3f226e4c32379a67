import { Icon } from '#components/Icon.tsx'

interface Props {
  /** The kind of filter, where the context does not say it. */
  kind?: string
  text: string
  /** What else there is to say, such as that it waits for review. */
  note?: string
  remove: () => void
}

/** A chosen tag or filter with a remove button. */
export const Chip = ({ kind, text, note, remove }: Props) => (
  <li className="chip">
    <span className="chip-text">
      {kind && <span className="chip-kind">{kind} </span>}
      {text}
      {note && <span className="chip-kind">, {note}</span>}
    </span>
    <button type="button" aria-label={`Remove ${kind ? `${kind}: ` : ''}${text}`} onClick={remove}>
      <Icon name="cross" />
    </button>
  </li>
)
