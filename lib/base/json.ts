import { Problem } from './problem.ts'
import { badShape } from './shapes.ts'

interface Limits {
  readonly maxDepth?: number
  /** The largest number of items in one array, and of keys in one object. */
  readonly maxItems?: number
}

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses one JSON text. A byte order mark in front is allowed. Each text is parsed once: Ferry shows, signs and sends the
 * same parsed value, so of a duplicate key only the last value exists.
 *
 * Throws `otherServerAnswered` for anything that is not JSON, including trailing bytes. Throws `serviceAnswerInvalid` with the
 * path for `__proto__`, `constructor` and `prototype` as a key, for more than 64 levels, and for more than 50,000 items
 * in one place. Numbers that JSON cannot hold exactly pass here. The decoders refuse them: amounts are digit strings only.
 */
export function parseJson(text: string, { maxDepth = 64, maxItems = 50_000 }: Limits = {}): unknown {
  const value = parsePlain(text.startsWith('\ufeff') ? text.slice(1) : text)
  requirePlain(value, [], { maxDepth, maxItems })
  return value
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('otherServerAnswered')
  }
}

/** `path` changes during the walk, so that the millions of values of a long list need no texts. */
function requirePlain(value: unknown, path: (string | number)[], limits: Required<Limits>): void {
  if (typeof value !== 'object' || value === null) return
  const { maxDepth, maxItems } = limits
  if (path.length === maxDepth) throw badShape('body', pathText(path), `at most ${maxDepth} levels`)
  const isList = Array.isArray(value)
  const entries = isList ? value.entries() : Object.entries(value)
  const count = isList ? value.length : Object.keys(value).length
  if (count > maxItems) throw badShape('body', pathText(path), `at most ${maxItems} items`)
  for (const [key, one] of entries) {
    path.push(key)
    if (typeof key === 'string' && dangerousKeys.has(key))
      throw badShape('body', pathText(path), 'no such key')
    requirePlain(one, path, limits)
    path.pop()
  }
}

function pathText(path: readonly (string | number)[]): string {
  return `$${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key.slice(0, 40)}`)).join('')}`
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
