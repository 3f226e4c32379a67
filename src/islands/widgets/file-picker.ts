import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import './file-picker.css'

/** A phone or tablet: it has a camera, and no folders to choose. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** `area`: what is done here; `drop` holds `%{browseFiles}` and `%{browseFolders}`; `camera`: without it, no picture can be taken. */
interface PickerTexts extends Record<
  'area' | 'drop' | 'dropOrTake' | 'dropHint' | 'browseFiles' | 'browseFolders' | 'device',
  string
> {
  camera?: string
}

/**
 * Uppy's Dashboard as the place where files are dropped, pasted, chosen or taken by a phone's camera. It keeps none: files go to `onFiles`, and our
 * own list shows them. Returns its clean-up.
 */
export function mountPicker(target: HTMLElement, texts: PickerTexts, onFiles: (files: File[]) => void): () => void {
  const uppy = new Uppy({
    // Copies of one file are ours to judge.
    onBeforeFileAdded: () => true,
  })
  uppy.use(Dashboard, {
    target,
    inline: true,
    width: '100%',
    height: isTouch() ? 170 : 140,
    theme: 'auto',
    fileManagerSelectionType: isTouch() ? 'files' : 'both',
    showNativePhotoCameraButton: texts.camera !== undefined && isTouch(),
    nativeCameraFacingMode: 'environment',
    proudlyDisplayPoweredByUppy: false,
    disableThumbnailGenerator: true,
    disableStatusBar: true,
    disableInformer: true,
    showSelectedFiles: false,
    hideUploadButton: true,
    locale: {
      strings: {
        dashboardTitle: texts.area,
        dropPasteFiles: texts.drop.replace(' %{browseFolders}', ''),
        dropPasteBoth: texts.drop,
        dropPasteImportFiles: texts.dropOrTake,
        browseFiles: texts.browseFiles,
        browseFolders: texts.browseFolders,
        dropHint: texts.dropHint,
        takePictureBtn: texts.camera ?? '',
        myDevice: texts.device,
      },
    } as never,
  })
  uppy.on('files-added', (added) => {
    const files = added.flatMap(({ data, name }) =>
      data instanceof File
        ? [data]
        : data instanceof Blob
          ? [new File([data], name ?? 'picture', { type: data.type })]
          : [],
    )
    uppy.clear()
    onFiles(files)
  })
  return () => uppy.destroy()
}
