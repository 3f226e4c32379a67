import { newRecordFields, PERSON_PARTS } from '#rules/wizard/new-records.ts'
import type { PopupProps } from '../parts.ts'
import { RecordFields } from '../RecordFields.tsx'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { PictureField } from './PictureField.tsx'
import { useNewRecord } from './use-new-record.ts'

/** Adds a person, creator or contributor, a subject, an organization or a collection (spec §2, §5, §7). */
export default function RecordPopup(props: PopupProps) {
  const { kind, title, onClose } = props
  const { record, inputs, errors } = useNewRecord(kind, props)
  const common = { inputs, errors, change: (field: string, input: unknown) => record.change({ [field]: input }) }
  const isPerson = kind === 'person'
  return (
    <NewRecordDialog
      {...{ kind, record, title, onClose }}
      lead={isPerson ? 'The first name and the surname are enough. Add what else you know.' : undefined}
      parts={
        isPerson && (
          <>
            <RecordFields form={PERSON_PARTS} {...common} />
            <PictureField
              picture={inputs['picture'] as File | null}
              onChange={(picture) => record.change({ picture })}
            />
          </>
        )
      }
    >
      <RecordFields form={newRecordFields(kind)} {...common} />
    </NewRecordDialog>
  )
}
