import { draftIdsOf, type DraftOwner, removeDraftsOf } from '#stores/add-item/draft-storage.ts'
import { createDraftStorage } from '#stores/add-item/idb-storage.ts'
import { element } from '../search/elements.ts'

/** Before a logout, where the user has drafts on this device: asks whether to remove them, since others may use it. False: the user stays logged in. */
export async function leaveDrafts(owner: DraftOwner): Promise<boolean> {
  try {
    const storage = createDraftStorage(window)
    const count = (await draftIdsOf(storage, owner)).length
    const answer = count === 0 ? 'keep' : await ask(count)
    if (answer === 'remove') await removeDraftsOf(storage, owner)
    return answer !== ''
  } catch {
    // A browser that stores nothing has no drafts.
    return true
  }
}

/** 'keep', 'remove', or empty when the dialog was closed. */
function ask(count: number): Promise<string> {
  const option = (value: string, text: string, look = '') => element('button', { value, class: `button ${look}` }, text)
  const drafts = count === 1 ? 'a draft' : `${count} drafts`
  const dialog = element(
    'dialog',
    { class: 'leave-dialog', 'aria-labelledby': 'leave-title' },
    element('h2', { id: 'leave-title' }, 'Log out'),
    element(
      'p',
      {},
      `You have ${drafts} on this device that you have not sent yet. On your own device, keep what you have. On a shared computer, you may want to remove it. Removed drafts cannot be brought back.`,
    ),
    element(
      'form',
      { method: 'dialog' },
      option('keep', 'Keep and Log Out', 'strong'),
      option('remove', 'Remove and Log Out'),
      option('', 'Stay Logged In'),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    })
  })
}
