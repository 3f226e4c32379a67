/** What is loaded once a year is chosen, or the control opened. */
export { YearPanel } from './YearPanel.tsx'
export { YearSection } from './YearSection.tsx'
