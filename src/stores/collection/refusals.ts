import { map } from 'nanostores'
import { TAG } from '#contract/messages.ts'
import type { TagKind } from './collection-stores.ts'

const REFUSAL: Record<TagKind, string> = {
  people: TAG.person,
  subjects: TAG.subject,
  organizations: TAG.organization,
}

/** Spec §5: a tag that is already chosen is refused. The sentence stays until that input changes. */
export function createRefusals() {
  const $refused = map<Record<TagKind, string | null>>({ people: null, subjects: null, organizations: null })
  return {
    $refused,
    /** True when the tag is already chosen; sets the sentence. */
    refuses(kind: TagKind, chosen: readonly number[], id: number): boolean {
      const isThere = chosen.includes(id)
      $refused.setKey(kind, isThere ? REFUSAL[kind] : null)
      return isThere
    },
    changed: (kind: TagKind) => $refused.setKey(kind, null),
    clear: () => $refused.set({ people: null, subjects: null, organizations: null }),
  }
}
