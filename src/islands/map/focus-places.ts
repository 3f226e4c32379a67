export const theMap = () => document.querySelector<HTMLElement>('.map-engine')
/** The summary of the section around an element, which is always visible. */
export const sectionLine = (element: Element) => element.closest('.side-section')?.querySelector<HTMLElement>('summary')
