import { useStore } from '@nanostores/react'
import { TYPE_PLURALS } from '#rules/names/record-names.ts'
import { FacetList, type Facet } from './FacetList.tsx'
import { TagFilter } from './TagFilter.tsx'
import { TimeFilter } from './TimeFilter.tsx'
import { useCollection } from './page-context.ts'
import { useFacets } from './filter-hooks.ts'

const MOST = { types: 8, subjects: 8, collections: 7 } as const

/** Spec §2 "Refine Your Search": all filters, each choice with its number of results. */
export function Filters() {
  return (
    <>
      <SkipToResults />
      <TimeFilter />
      <TagFilter kind="people" />
      <TagFilter kind="subjects" />
      <div className="under-tags">
        <SubjectFacets />
      </div>
      <SkipToResults />
      <TagFilter kind="organizations" />
      <section className="filter" aria-labelledby="type-label">
        <h3 id="type-label">Type</h3>
        <TypeFacets />
      </section>
      <SkipToResults />
      <section className="filter" aria-labelledby="collection-label">
        <h3 id="collection-label">Collection</h3>
        <CollectionFacets />
      </section>
    </>
  )
}

/** For the keyboard: the facets before the first result are many. In the address a `#` would be a search of its own. */
const SkipToResults = () => (
  <a
    className="visually-hidden skip-filters"
    href="#results"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('results')?.focus()
    }}
  >
    Skip to the results
  </a>
)

/** The most frequent subjects. A click adds or removes one. */
function SubjectFacets() {
  const { stores } = useCollection()
  const { subjects } = useStore(stores.$filters)
  const { facets, known } = useFacets()
  const choices = facets.subjects.map(({ id, subject_name: name, count }): Facet => {
    const current = subjects.some((tag) => tag.id === id)
    return {
      key: id,
      text: name,
      count: known ? count : null,
      href: stores.hrefOf({
        subjects: current ? subjects.filter((tag) => tag.id !== id) : [...subjects, { id, name }],
      }),
      current,
      choose: () => void (current ? stores.removeTag('subjects', id) : stores.addTag('subjects', { id, name })),
    }
  })
  return <FacetList most={MOST.subjects} what="subjects" facets={choices} />
}

/** The types of the results, and the chosen one even without results. */
function TypeFacets() {
  const { stores } = useCollection()
  const { type: chosen } = useStore(stores.$filters)
  const { facets, known } = useFacets()
  const isListed = chosen === null || facets.types.some(({ type }) => type === chosen)
  const rows = isListed ? facets.types : [...facets.types, { type: chosen, count: 0 }]
  const choices = rows.map(({ type, count }): Facet => {
    const next = type === chosen ? null : type
    return {
      key: type,
      text: TYPE_PLURALS[type],
      count: known ? count : null,
      href: stores.hrefOf({ type: next }),
      current: type === chosen,
      choose: () => stores.setType(next),
    }
  })
  return <FacetList most={MOST.types} what="types" facets={choices} known={known} />
}

/** Collections, largest first, the chosen one before all. Without counts, all by name. */
function CollectionFacets() {
  const { stores } = useCollection()
  const { collection: chosen } = useStore(stores.$filters)
  const all = useStore(stores.$collections)
  const loaded = useStore(stores.$facets)
  const { facets, known } = useFacets()
  const rows: { id: number; name: string; count: number | null }[] =
    known || loaded || all.length === 0
      ? facets.collections
          .toSorted((a, b) => b.count - a.count || a.id - b.id)
          .map(({ id, collection_name: name, count }) => ({ id, name, count: known ? count : null }))
      : all.map(({ id, collection_name: name }) => ({ id, name, count: null }))
  const listed = chosen && rows.find(({ id }) => id === chosen.id)
  const first = chosen ? [listed ?? { id: chosen.id, name: chosen.name ?? `No. ${chosen.id}`, count: null }] : []
  const choices = [...first, ...rows.filter((row) => row !== listed)].map(({ id, name, count }): Facet => {
    const next = id === chosen?.id ? null : { id, name }
    return {
      key: id,
      text: name,
      count,
      href: stores.hrefOf({ collection: next }),
      current: id === chosen?.id,
      choose: () => stores.setCollection(next),
    }
  })
  return <FacetList most={MOST.collections} what="collections" facets={choices} known={known} />
}
