import { createRecordingClient } from '#client/recording-client.ts'
import { createUserClient } from '#client/user-client.ts'
import type { User } from '#contract/account.ts'
import { browserDeps } from '#stores/add-item/browser-deps.ts'
import { type AddItemStores, createAddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import { createUploads } from '#stores/add-item/uploads.ts'
import { createImageSender } from '#stores/add-item/uploads/image-sender.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { listen } from '#stores/shared/listen.ts'
import type { PageAuth } from '../account/page-auth.ts'
import { readDraftScan } from '../widgets/draft-pictures.ts'
import { createServerPreviews } from './images/server-previews.ts'
import { createThumbnails } from './images/thumbnails.ts'
import type { NewRecordSource } from './form-contexts.ts'
import type { Wizard } from './wizard-context.ts'
import { type Shrink, shrinkPicture, type Thumbnail } from './images/shrink-picture.ts'

/** The wizard of one user. Reads and stores nothing before `stores.start()`. */
export function createWizard(
  { auth, client: { base }, session }: Pick<PageAuth, 'auth' | 'client' | 'session'>,
  user: User,
): Wizard & { newRecords: NewRecordSource; close: () => void } {
  const client = createUserClient({ base, tokens: session })
  const uploads = createUploads({
    sendImage: createImageSender({
      address: client.address('createScan'),
      access: session.access,
      // Only our server knows them (`hasAdditions`); on the site's own origin they harm nowhere.
      sendsKeys: () => client.base === '' || stores.hasAdditions,
      schedule,
    }),
    readImage: (id) => stores.readImage(id),
    verifySession: () => auth.withSession(() => client.call('me')),
    schedule,
    whenOnline: (work) => listen(window, 'online', work),
    now: () => performance.now(),
  })
  const stores: AddItemStores = createAddItemStores({
    ...browserDeps(window),
    client,
    user,
    uploads,
    recordingClient: createRecordingClient({ base, tokens: session }),
    withSession: auth.withSession,
  })
  const previews = createServerPreviews(client)
  const { shrink, close } = createShrink()
  /** A scan that was sent before, perhaps from another device. */
  function readScan(image: string): Promise<Blob> | undefined {
    const scan = stores.$draft.get()?.images.find(({ id }) => id === image)?.scan
    return scan ? readDraftScan(client, session, scan) : undefined
  }
  const read = async (image: string) => (await stores.readImage(image)) ?? (await readScan(image))
  const thumbnails = createThumbnails({ read, previews, shrink })
  const newRecords: NewRecordSource = {
    client,
    auth,
    kept: (kind) => stores.$draft.get()?.newRecords[kind],
    keep: stores.keepNewRecord,
    readPicture: stores.readKeptPicture,
  }
  return { stores, client, previews, thumbnails, newRecords, close }
}

/** `shrinkPicture` in a worker, for one picture at a time; in this thread where its script did not load. */
function createShrink(): { shrink: Shrink; close: () => void } {
  let worker: Worker | undefined
  return {
    shrink: (file, box) =>
      new Promise<Thumbnail>((resolve, reject) => {
        worker ??= new Worker(new URL('./images/thumbnail-worker.ts', import.meta.url), { type: 'module' })
        worker.onmessage = ({ data }: MessageEvent<Thumbnail | null>) =>
          data ? resolve(data) : reject(new Error('The browser can’t decode this picture.'))
        // Its script could not be loaded.
        worker.onerror = () => resolve(shrinkPicture(file, box))
        worker.postMessage({ file, box })
      }),
    close() {
      worker?.terminate()
      worker = undefined
    },
  }
}
