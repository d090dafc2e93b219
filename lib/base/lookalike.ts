const minEqualChars = 8

/**
 * Returns the known address that another one imitates: eight equal characters at both ends together, like four at each end
 * (security M7). Null where it imitates none, or is a known one itself.
 */
export function findLookalike(address: string, known: readonly string[]): string | null {
  const text = comparableText(address)
  const others = known.map((each) => ({ each, other: comparableText(each) }))
  if (others.some(({ other }) => other === text)) return null
  const found = others.find(({ other }) => {
    const start = equalLength(text, other)
    const end = equalLength([...text].reverse().join(''), [...other].reverse().join(''))
    return start + end >= minEqualChars
  })
  return found?.each ?? null
}

function comparableText(address: string): string {
  return address.startsWith('0x') ? address.slice(2).toLowerCase() : address
}

function equalLength(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}
