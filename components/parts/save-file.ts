/** Hands a file to the browser's downloads. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Firefox reads it only after the click has been answered.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
