import { formatNumber } from '#rules/names/record-names.ts'

/** "3.4 MB", "12 KB" */
export const megabytes = (bytes: number): string => {
  if (bytes < 1e5) return `${Math.ceil(bytes / 1000)} KB`
  const mega = bytes / 1e6
  return `${mega < 10 ? mega.toFixed(1) : formatNumber(Math.round(mega))} MB`
}
