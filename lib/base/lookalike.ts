const sameInAll = 8

/**
 * Returns the known address that another one imitates: eight equal characters at both ends together, as four at each
 * are (security M7). Null where none does, or where the address is itself a known one.
 */
export function imitated(address: string, known: readonly string[]): string | null {
  const text = bare(address)
  const others = known.map((each) => ({ each, other: bare(each) }))
  if (others.some(({ other }) => other === text)) return null
  const found = others.find(({ other }) => {
    const start = equalLength(text, other)
    const end = equalLength([...text].reverse().join(''), [...other].reverse().join(''))
    return start + end >= sameInAll
  })
  return found?.each ?? null
}

/** Case says nothing in hex, and everything elsewhere. */
function bare(address: string): string {
  return address.startsWith('0x') ? address.slice(2).toLowerCase() : address
}

function equalLength(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}
