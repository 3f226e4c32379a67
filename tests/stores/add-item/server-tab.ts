import { vi } from 'vitest'
import { createRecordingClient } from '#client/recording-client.ts'
import { createUserClient } from '#client/user-client.ts'
import { createStoredSession } from '#client/stored-session.ts'
import { createAddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import { createUploads } from '#stores/add-item/uploads.ts'
import { createImageSender } from '#stores/add-item/uploads/image-sender.ts'
import { createAuthStores } from '#stores/auth/create-auth-stores.ts'
import { NodeXhr } from '../../fixtures/node-xhr.ts'
import { device, type Device } from './device.ts'

/** Waits are a hundred times shorter. */
const schedule = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds / 100)
  return () => clearTimeout(timer)
}

interface Given {
  /** Where the server answers. */
  base: string
  /** localStorage. */
  storage?: Map<string, string>
  /** Drafts and files. */
  kept?: Device
  /** Milliseconds that a call waits. */
  timeout?: number
}

/** A tab with the product's own client, session, wizard stores and uploads, on a server that really listens. */
export function serverTab({ base, storage = new Map<string, string>(), kept = device(), timeout }: Given) {
  vi.stubGlobal('XMLHttpRequest', NodeXhr)
  const session = createStoredSession({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  })
  const client = createUserClient({ base, tokens: session, ...(timeout && { timeout }) })
  const never = () => () => {}
  // A timer of the session would outlive the test.
  const auth = createAuthStores({ client, session, schedule: never, onOtherTab: never, onWake: never })

  /** The wizard of the user who is logged in. */
  async function openWizard() {
    const user = auth.$auth.get().user!
    const uploads = createUploads({
      sendImage: createImageSender({
        address: client.address('createScan'),
        access: session.access,
        sendsKeys: () => user.may !== undefined,
        schedule: (milliseconds, work) => schedule(milliseconds * 100, work),
      }),
      readImage: (id) => stores.readImage(id),
      verifySession: () => auth.withSession(() => client.call('me')),
      schedule,
      whenOnline: never,
      now: () => performance.now(),
    })
    const stores = createAddItemStores({
      client,
      user,
      storage: kept.storageOfTab(),
      uploads,
      recordingClient: createRecordingClient({ base: client.base, tokens: session }),
      withSession: auth.withSession,
      schedule,
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      onHide: never,
    })
    const stop = stores.start()
    await vi.waitUntil(() => stores.$draft.get())
    return { stores, uploads, stop }
  }
  return { auth, client, session, storage, kept, openWizard }
}
