const base = 36
const least = 1
const most = 26

/**
 * Returns a host name with its `xn--` labels as people read them (RFC 3492); a label that is no punycode stays as it
 * is. The package `punycode` would be one more that is packed, which are eight at most, and takes what no browser
 * writes: lone surrogates, and labels that are plain.
 */
export function unicodeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decoded(label.slice(4)) ?? label) : label))
    .join('.')
}

function decoded(label: string): string | null {
  const at = label.lastIndexOf('-')
  const output = [...label.slice(0, Math.max(0, at))]
  let code = 128
  let index = 0
  let bias = 72
  let next = at + 1
  while (next < label.length) {
    const before = index
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digitOf(label[next] ?? '')
      if (digit === null) return null
      next += 1
      index += digit * weight
      const threshold = Math.min(most, Math.max(least, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
      if (!Number.isSafeInteger(index) || !Number.isSafeInteger(weight)) return null
    }
    const count = output.length + 1
    bias = adapted(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    output.splice(index, 0, String.fromCodePoint(code))
    index += 1
  }
  // What is plain already had no reason to be written so.
  return output.some((each) => each > '\x7f') ? output.join('') : null
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35. */
function digitOf(letter: string): number | null {
  const at = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter.toLowerCase())
  return letter === '' || at < 0 ? null : at
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > 455; k += base) rest = Math.floor(rest / (base - least))
  return k + Math.floor(((base - least + 1) * rest) / (rest + 38))
}
