/** Keys of a JSON pointer (RFC 6901); the empty text is the root. */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw new Error(`"${pointer}" is not a JSON pointer`)
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A copy; `undefined` removes the field. Throws if the path does not exist. */
export function withField(body: unknown, pointer: string, value: unknown): unknown {
  const keys = pointerKeys(pointer)
  const last = keys.pop()
  if (last === undefined) return value
  const copy: unknown = structuredClone(body)
  let parent = copy
  for (const key of keys) parent = child(parent, key)
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last)
    if (value === undefined) parent.splice(index, 1)
    else parent[index] = value
  } else if (isRecord(parent)) {
    if (value === undefined) delete parent[last]
    // A plain assignment to `__proto__` would set the prototype instead of a field.
    else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true })
  } else throw new Error(`nothing to set at "${pointer}"`)
  return copy
}

function child(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent[Number(key)]
  if (isRecord(parent)) return parent[key]
  return undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
