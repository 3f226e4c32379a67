/** `1:02:03`, `2:03`: a moment as people read it. */
export function clock(seconds: number): string {
  const [whole, two] = [Math.floor(seconds), (value: number) => String(value).padStart(2, '0')]
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}
