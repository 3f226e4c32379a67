import type { DraftStorage } from '#stores/add-item/draft-storage.ts'
import type { Draft } from '#stores/add-item/draft.ts'

/** What a browser keeps: drafts and files, shared by its tabs. */
export function device() {
  const drafts = new Map<string, unknown>()
  const files = new Map<string, { draft: string; file: File }>()
  const listeners = new Set<{ tab: object; work: (id: string) => void }>()
  /** The next writes fail with this. */
  let broken: Error | undefined
  let room: number | undefined
  const check = () => {
    if (broken) throw broken
  }
  const tell = (tab: object, id: string) =>
    listeners.forEach((each) => each.tab !== tab && setImmediate(() => each.work(id)))

  const storageOfTab = (): DraftStorage => {
    const tab = {}
    return {
      async all() {
        check()
        return structuredClone([...drafts.values()])
      },
      read: async (id) => structuredClone(drafts.get(id)),
      async update(id, change) {
        check()
        const next = change(structuredClone(drafts.get(id)))
        if (!next) return undefined
        drafts.set(id, structuredClone(next))
        tell(tab, id)
        return next
      },
      async remove(id) {
        drafts.delete(id)
        for (const [key, { draft }] of files) if (draft === id) files.delete(key)
        tell(tab, id)
      },
      async saveFile(draft, id, file) {
        check()
        if (file.name.startsWith('moved')) throw new DOMException('', 'NotReadableError')
        files.set(id, { draft, file })
      },
      readFile: async (id) => files.get(id)?.file,
      removeFile: async (id) => void files.delete(id),
      removeUnusedFiles: async () => {},
      room: async () => room,
      onChange(work) {
        const listener = { tab, work }
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }
  return {
    drafts,
    files,
    storageOfTab,
    breakWith: (problem: Error | undefined) => void (broken = problem),
    leaveRoom: (bytes: number | undefined) => void (room = bytes),
    stored: (id: string) => drafts.get(id) as Draft | undefined,
  }
}
export type Device = ReturnType<typeof device>
