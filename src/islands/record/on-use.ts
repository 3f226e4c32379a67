type Act = (element: HTMLElement) => void

const listen = (event: string, act: Act) =>
  addEventListener(event, ({ target }) => {
    if (target instanceof HTMLElement) act(target)
  })

/**
 * Says what is done with an element of `data-live` that was used (components/record/record-loader.ts). A module says it itself, by an event: Vite
 * drops the exports of a bundle that is made with `?worker&url`.
 */
export const onUse = (kind: 'viewer' | 'tools' | 'parts', act: Act): void => listen(`use-${kind}`, act)

/** What is done with parts that were pointed at or came into focus; called again and again. */
export const onNear = (act: Act): void => listen('near-parts', act)
