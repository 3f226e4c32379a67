import { type IndexPart, VOCABULARY, type VocabularyList, type WordFiles } from '#rules/search/vocabulary.ts'
import { nearestWords } from '#rules/search/spelling.ts'

/** The words of an index (rules/search/vocabulary.ts). Calls reject when a file cannot be loaded, and retry the next time. */
export interface Words {
  /** Whether any word begins with this. */
  has(beginning: string): Promise<boolean>
  /** The most similar word that begins with the same letter. */
  nearest(word: string): Promise<string | undefined>
}
/** One of Pagefind's indexes. */
export type Part = IndexPart & Words
/** The words of all indexes. */
export interface Vocabulary extends VocabularyList, Words {
  /** The shards of the base, then the delta if it has records. */
  parts: Part[]
}

/** Reads a text file of the site; rejects if there is none. */
export type ReadText = (address: string) => Promise<string>

/** The list is revalidated each time. Its files may be cached: their names change with their content. */
const readFromSite: ReadText = async (address) => {
  const answer = await fetch(address, { cache: address === VOCABULARY.list ? 'no-cache' : 'default' })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.text()
}

export async function openVocabulary(read: ReadText = readFromSite): Promise<Vocabulary> {
  const list = JSON.parse(await read(VOCABULARY.list)) as VocabularyList
  const parts = [...list.shards, ...(list.delta?.size ? [list.delta] : [])].map((part) => ({
    ...part,
    ...openWords(part.files, read),
  }))
  return { ...list, parts, ...joinWords(parts) }
}

function openWords(files: WordFiles, read: ReadText): Words {
  const loaded = new Map<string, Promise<string[]>>()
  const words = (at: number): Promise<string[]> => {
    const hash = files[at]![1]
    const file = loaded.get(hash) ?? read(VOCABULARY.file(hash)).then((text) => text.split('\n'))
    loaded.set(hash, file)
    file.catch(() => loaded.delete(hash))
    return file
  }
  /** Indices of the files that may have a word with this beginning. */
  const filesOf = (beginning: string): number[] => {
    const places = files.map((_, at) => at)
    const first = files.findLastIndex(([word]) => word <= beginning)
    return places.filter((at) => at === first || files[at]![0].startsWith(beginning))
  }
  return {
    async has(beginning) {
      if (files.some(([word]) => word.startsWith(beginning))) return true
      const [at] = filesOf(beginning)
      return at !== undefined && (await words(at)).some((word) => word.startsWith(beginning))
    },
    async nearest(word) {
      const all = (await Promise.all(filesOf(word[0]!).map(words))).flat()
      return nearestWords(word, all, 1)[0]
    },
  }
}

/** The words of several indexes. */
function joinWords(all: readonly Words[]): Words {
  return {
    has: async (beginning) => (await Promise.all(all.map((each) => each.has(beginning)))).includes(true),
    async nearest(word) {
      const found = await Promise.all(all.map((each) => each.nearest(word)))
      return nearestWords(
        word,
        found.filter((each) => each !== undefined),
        1,
      )[0]
    },
  }
}
