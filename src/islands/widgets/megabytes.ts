import { formatNumber } from '#rules/names/record-names.ts'

/** "3.4 MB" */
export const megabytes = (bytes: number): string => {
  const mega = bytes / 1e6
  return `${mega < 10 ? mega.toFixed(1) : formatNumber(Math.round(mega))} MB`
}
