/** The leaves of a response, in the forms in which a screen may repeat them. */
export function leavesInResponse(answer: unknown): ReadonlySet<string> {
  const said = new Set<string>()
  walk(answer, (leaf) => {
    for (const form of formsOf(leaf)) said.add(form)
  })
  return said
}

/** Whether a text repeats a leaf: as a whole, or cut with an ellipsis to the length of names. */
export function isInResponse(text: string, said: ReadonlySet<string>): boolean {
  if (said.has(text) || said.has(text.toLowerCase())) return true
  const kept = text.slice(0, -1)
  return text.endsWith('…') && kept.length >= 20 && [...said].some((one) => one.startsWith(kept))
}

export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]])
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, `${path}.${key}`)]))
}

export function isUnknown(figure: unknown): boolean {
  return figure === null || figure === undefined || figure === '' || figure === false
}

function walk(value: unknown, visit: (leaf: unknown) => void): void {
  if (typeof value !== 'object' || value === null) visit(value)
  else for (const inner of Object.values(value)) walk(inner, visit)
}

/** The leaf as it is, in lower case, a number as text, hex as digits, seconds as ms, a time as ms. */
function formsOf(leaf: unknown): readonly string[] {
  const text = String(leaf)
  const plain = [text, text.toLowerCase(), text.trim()]
  if (typeof leaf === 'number')
    return [...plain, numberText(leaf), String(leaf * 1000), String(Math.ceil(leaf))]
  if (/^0x[0-9a-fA-F]{1,64}$/.test(text)) return [...plain, BigInt(text).toString()]
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? [...plain, String(ms)] : plain
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const text = value.toFixed(20)
  return text.includes('e') ? String(value) : text.replace(/\.?0+$/, '')
}
