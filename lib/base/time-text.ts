/** Returns `14:22:04`. */
export function clockText(ms: number): string {
  const date = new Date(ms)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** Returns `14:22` for lists. The order screen shows the seconds. */
export function minuteText(ms: number): string {
  return clockText(ms).slice(0, 5)
}

/** Returns the day and the minute, as the browser writes them. */
export function momentText(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
}
