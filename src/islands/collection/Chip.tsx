import { Icon } from '../widgets/Icon.tsx'

interface Props {
  /** What kind of filter it is, where that is not clear from where it stands. */
  kind?: string
  text: string
  remove: () => void
}

/** A filter that is set; its cross takes it off. */
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
