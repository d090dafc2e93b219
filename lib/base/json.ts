import type { Pause } from './concurrency.ts'
import { Problem } from './problem.ts'
import { badShape } from './shapes.ts'

interface Limits {
  readonly maxDepth?: number
  /** The largest number of items in one array, and of keys in one object. */
  readonly maxItems?: number
}

interface Level {
  /** Null for an array. */
  readonly keys: Set<string> | null
  count: number
  key: string
}

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses one JSON text. A byte order mark in front is allowed.
 *
 * Throws `serviceNotJson` for anything that is not JSON, including trailing bytes. Throws `serviceBadShape` with the
 * path for a duplicate key, for `__proto__`, `constructor` and `prototype`, for more than 64 levels, and for more
 * than 50,000 items in one place. Numbers that JSON cannot hold exactly pass here. The decoders refuse them: amounts
 * are digit strings only.
 */
export function parseJson(text: string, limits: Limits = {}): unknown {
  const plain = stripByteOrderMark(text)
  const steps = scan(plain, limits)
  while (steps.next().done !== true);
  return parsePlain(plain)
}

/** Like `parseJson`, for a text of megabytes. It pauses between the steps of the check and before parsing. */
export async function parseLongJson(text: string, pause: Pause): Promise<unknown> {
  const plain = stripByteOrderMark(text)
  const steps = scan(plain, {})
  while (steps.next().done !== true) await pause()
  await pause()
  return parsePlain(plain)
}

function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function parsePlain(plain: string): unknown {
  try {
    return JSON.parse(plain)
  } catch {
    throw new Problem('serviceNotJson')
  }
}

/** Checking this many characters takes a few milliseconds. */
const stepSize = 250_000

/** Checks only keys, depth and counts, step by step. `JSON.parse` finds all other faults. */
function* scan(text: string, { maxDepth = 64, maxItems = 50_000 }: Limits): Generator<void> {
  const levels: Level[] = []
  let mayBeKey = false
  let stepEnd = stepSize
  for (let at = 0; at < text.length; at += 1) {
    if (at >= stepEnd) {
      yield
      stepEnd = at + stepSize
    }
    const top = levels.at(-1)
    switch (text[at]) {
      case '"': {
        const end = stringEnd(text, at)
        if (end === -1) return
        if (mayBeKey && top?.keys != null) recordKey(levels, top, text.slice(at, end + 1))
        mayBeKey = false
        at = end
        break
      }
      case '{':
      case '[':
        if (levels.length === maxDepth) throw badShape('body', pathText(levels), `at most ${maxDepth} levels`)
        levels.push({ keys: text[at] === '{' ? new Set() : null, count: 1, key: '' })
        mayBeKey = text[at] === '{'
        break
      case '}':
      case ']':
        levels.pop()
        mayBeKey = false
        break
      case ',':
        if (top === undefined) return
        top.count += 1
        if (top.count > maxItems)
          throw badShape('body', pathText(levels.slice(0, -1)), `at most ${maxItems} items`)
        mayBeKey = top.keys !== null
        break
    }
  }
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return -1
}

function recordKey(levels: readonly Level[], top: Level, quoted: string): void {
  const key = keyOf(quoted)
  if (key === null) return
  top.key = key
  if (dangerousKeys.has(key)) throw badShape('body', pathText(levels), 'no such key')
  if (top.keys?.has(key)) throw badShape('body', pathText(levels), 'each key once')
  top.keys?.add(key)
}

/** Decodes escapes, because two spellings of one key are the same key. */
function keyOf(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return null
  }
}

function pathText(levels: readonly Level[]): string {
  const steps = levels.map(({ keys, key, count }) =>
    keys === null ? `[${count - 1}]` : `.${key.slice(0, 40)}`,
  )
  return `$${steps.join('')}`
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
