import type { ComponentProps } from 'react'
import search from 'lucide-static/icons/search.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import { SearchForm } from './SearchForm.tsx'

type Props = Omit<ComponentProps<typeof SearchForm>, 'className' | 'children'>

/** The large search field of a page, with its button. */
export const BigSearchForm = (form: Props) => (
  <SearchForm {...form} className="big-search" isLabelHidden>
    <button className="button strong" type="submit">
      <Drawing lines={paths(search)} />
      <span>Search</span>
    </button>
  </SearchForm>
)

/** Searches the whole archive. */
export const SearchEverything = (form: Pick<Props, 'id' | 'value' | 'onChange' | 'onSubmit'>) => (
  <BigSearchForm {...form} name="Everything" label="Search everything" placeholder="A name, a street, a subject…" />
)
