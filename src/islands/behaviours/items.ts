import { ItemPages } from './item-pages.tsx'

/** Bundle: pagination of items, with the API client. */
customElements.define('item-pages', ItemPages)
