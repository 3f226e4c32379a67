import { createRoot } from 'react-dom/client'
import { atom } from 'nanostores'
import '../src/styles/main.css'
import ImagesSection from '../src/islands/add-item/images/ImagesSection.tsx'
const files = new Map<string, File>()
const $draft = atom<any>({ id: 'd', images: [] })
const $removed = atom<any>()
const $uploads = atom<any>({})
let n = 0
const set = (images: any[]) => $draft.set({ ...$draft.get(), images })
const stores: any = {
  $draft, $uploads, $removedImage: $removed, $submission: atom({ state: 'idle' }),
  addImages: async (list: File[]) => set([...$draft.get().images, ...list.map((f) => { const id = `i${++n}`; files.set(id, f); return { id, name: f.name, type: f.type, size: f.size, watermark: 'Brannock Bay Historical Society', color: 'black', position: 'bottom right', scan: null, sent: null } })]),
  removeImage: (id: string) => { const i = $draft.get().images; $removed.set(i.find((x: any) => x.id === id)); set(i.filter((x: any) => x.id !== id)) },
  undoRemoveImage: () => { set([...$draft.get().images, $removed.get()]); $removed.set(undefined) },
  moveImage: (id: string, to: number) => { const i = $draft.get().images; const from = i.findIndex((x: any) => x.id === id); set(i.toSpliced(from, 1).toSpliced(from < to ? to - 1 : to, 0, i[from])) },
  changeWatermark: (id: string, c: any) => set($draft.get().images.map((x: any) => id === 'all' || x.id === id ? { ...x, ...c } : x)),
  readImage: async (id: string) => files.get(id),
  retry() {},
}
Object.assign(window, { $draft, $uploads })
const client: any = { read: async () => { throw new Error('off') }, call: async () => { throw new Error('off') } }
createRoot(document.getElementById('root')!).render(<ImagesSection stores={stores} client={client} />)
