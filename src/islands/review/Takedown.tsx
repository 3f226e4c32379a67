import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { Loading } from '#components/record/Loading.tsx'
import { FIELD } from '#contract/messages.ts'
import { takedownOrder, type Takedown } from '#contract/review.ts'
import { formFailure } from '#stores/auth/form-failure.ts'
import type { PictureName } from '#stores/review/removal.ts'
import { resource } from '#stores/shared/resource.ts'
import '#styles/remove-dialog.css'
import { Field } from '../account/Field.tsx'
import { useForm } from '../account/use-form.ts'
import { Button, SmallButton } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { RequestProblem } from '../widgets/RequestProblem.tsx'
import { focusOn } from './focus-on.ts'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { dayText } from './messages.ts'

const OWNER = { scans: 'item', files: 'item', person_images: 'person' } as const
const form = v.object({ reason: takedownOrder.entries.reason, confirm: v.pipe(v.string(), v.nonEmpty(FIELD.required)) })

interface Props {
  picture: PictureName
  /** As in “picture 2”. */
  name: string
  /** The address of the picture once it is loaded. */
  src: string | undefined
}

/** For administrators: deletes a picture for good, after saying what goes and what can't. */
export function TakedownButton({ picture, name, src }: Props) {
  const { desk, isAdministrator } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const [plan] = useState(() => resource(() => desk.removal.planTakedown(picture)))
  const now = useStore(plan.$resource)
  useEffect(() => void (isOpen && plan.load()), [isOpen, plan])
  if (!isAdministrator) return null
  return (
    <>
      <SmallButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete for Good…<span className="visually-hidden"> {name}</span>
      </SmallButton>
      {isOpen && (
        <TitledDialog
          title={`Take ${name} down for good`}
          className="desk-remove"
          onClose={() => setOpen(false)}
          staysOpen
        >
          {now.state === 'loading' && <Loading />}
          {now.state === 'failed' && <RequestProblem problem={now.problem} onRetry={plan.load} />}
          {now.state === 'ready' && (
            <Order picture={picture} src={src} plan={now.value} onClose={() => setOpen(false)} />
          )}
        </TitledDialog>
      )}
    </>
  )
}

const focusTitle = () => focusOn(document.querySelector<HTMLElement>('.desk-edit h2, .desk-view h2'))

interface OrderProps extends Pick<Props, 'picture' | 'src'> {
  plan: Takedown
  onClose: () => void
}

function Order({ picture, src, plan: { file_name, uses, backups, last_backup: last }, onClose }: OrderProps) {
  const { desk } = useDesk()
  const [isDone, setDone] = useState(false)
  const owner = uses.find(({ kind, key }) => kind === picture.kind && key === picture.key)?.owner
  const { errors, text, isSending, props } = useForm(form, (body) =>
    desk.removal.takeDown(picture, body).then(() => (setDone(true), undefined), formFailure),
  )
  // Its row goes, and the button with it.
  useEffect(() => {
    const open = desk.$open.get()
    return isDone && open.state === 'ready' ? () => void desk.refresh(open.loaded.record).then(focusTitle) : undefined
  }, [desk, isDone])
  return (
    <>
      {isDone ? (
        <p role="status">
          Nobody sees the picture any more. Its file is deleted now, or within a day if its store does not answer. The
          pages follow within a minute.
        </p>
      ) : (
        <>
          {src && <img className="desk-part-picture" src={src} alt="" />}
          <p>
            <strong>Nobody can undo this.</strong> To take a picture out of the archive and keep its file, use “Remove”.
          </p>
          <section>
            <h3>What is gone at once</h3>
            <ul className="effects">
              <li>The file {file_name}, with all its sizes and tiles</li>
              <li>
                The picture of {uses.map((use) => `${OWNER[use.kind]} ${use.owner}`).join(', ')}; the rest of the record
                stays
              </li>
              <li>
                Its address {picture.kind === 'scans' ? 'answers' : 'shows another picture of the person, or answers'}{' '}
                “gone” (410), and caches in front are told
              </li>
            </ul>
          </section>
        </>
      )}
      <section>
        <h3>What Lotline can’t delete</h3>
        <ul className="effects">
          {backups.map(({ path, made_at }) => (
            <li key={path}>
              The backup of {dayText(made_at)}: <code>{path}</code>
            </li>
          ))}
          <li>
            {backups.length === 0 && 'No backup on this machine has it. '}
            Backups elsewhere{last && ` (the last one was made on ${dayText(last)})`}, exports, and what others have
            copied
          </li>
        </ul>
      </section>
      <p className="field-hint">
        Delete such backups once there is a newer one, or note beside them: after a restore, take the picture down
        again.
      </p>
      <form className="account-form" {...props}>
        <FormError text={text} />
        {isDone ? (
          <Button autoFocus onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Field
              label="Reason"
              name="reason"
              hint="It is kept in the History, with your name."
              error={errors.reason}
            />
            <Field
              label={`To confirm, type ${owner}, the number of the ${OWNER[picture.kind]}`}
              name="confirm"
              inputMode="numeric"
              autoComplete="off"
              error={errors.confirm}
            />
            <DialogButtons send="Delete It for Good" isSending={isSending} onCancel={onClose} />
          </>
        )}
      </form>
    </>
  )
}
