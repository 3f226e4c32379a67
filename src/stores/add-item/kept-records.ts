import type { AddItemDeps } from './deps.ts'
import { keptPicture } from './draft-format.ts'
import type { DraftState } from './draft-state.ts'

type Deps = Pick<AddItemDeps, 'newId'> & { state: DraftState }

/** What was typed in the popups that add a record. A portrait is stored as a file of the draft, and the kept form has its id. */
export function createKeptRecords({ newId, state }: Deps) {
  const ids = new WeakMap<File, string>()

  function idOf(picture: unknown): string | null {
    if (!(picture instanceof File)) return typeof picture === 'string' ? picture : null
    const known = ids.get(picture)
    if (known) return known
    const id = newId()
    ids.set(picture, id)
    state.addFiles(new Map([[id, picture]]))
    return id
  }

  return {
    keep(kind: string, form: object | null) {
      const before = state.$draft.get()?.newRecords[kind]
      if (!form && !before) return
      const kept = form && 'picture' in form ? { ...form, picture: idOf(form.picture) } : form
      const old = keptPicture(before)
      if (old && old !== keptPicture(kept)) state.removeFile(old)
      state.change((draft) => {
        const { [kind]: _before, ...others } = draft.newRecords
        return { ...draft, newRecords: kept ? { ...others, [kind]: kept } : others }
      })
    },
    /** The portrait of a kept form; undefined when the device lost it. */
    async readPicture(id: string): Promise<File | undefined> {
      const file = await state.readFile(id)
      if (file) ids.set(file, id)
      return file
    },
  }
}
