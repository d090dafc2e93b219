import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from './golden/read-manifest.ts'
import { journeyHarness } from './journey-harness.ts'

const { browser, folder, chains } = journeyHarness()
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|html|css|json)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const scripts = texts.filter(({ name }) => name.endsWith('.js'))

function occurrences(pattern: RegExp): string[] {
  return scripts.flatMap(({ text }) => [...text.matchAll(pattern)].map(([found]) => found))
}

it('has exactly the golden manifest', () => {
  const portBase = Number(new URL(chains[0]?.rpcUrl ?? '').port)
  const golden = join(import.meta.dirname, 'golden', `manifest-${browser}.json`)
  expect(readManifest(folder, portBase)).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
})

describe('the scripts of the package', () => {
  it('name no host except this machine, namespaces, and a page of documentation in an error', () => {
    const hosts = occurrences(/\b(?:https?|wss?):\/\/[a-z0-9.[\]:-]+/gi)
    const known = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost|\[::1\]|www\.w3\.org|viem\.sh)(:|$)/
    expect(hosts.filter((host) => !known.test(host))).toEqual([])
  })

  it('create no code from text and no elements from text', () => {
    expect(occurrences(/\beval\(|new Function\(|\.outerHTML|insertAdjacentHTML|document\.write/g)).toEqual([])
    // Preact sets it for dangerouslySetInnerHTML. `test/repository/sources.test.ts` checks that no component
    // uses that.
    expect(occurrences(/\.innerHTML\b/g).length).toBeLessThanOrEqual(2)
  })

  it('contain nothing that looks like a key', () => {
    const secrets =
      /-----BEGIN [A-Z ]+-----|\bAKIA[0-9A-Z]{16}\b|\b[sp]k_(live|test)_\w+|\bgh[pousr]_\w{30,}|api[-_]?key["']?\s*[:=]\s*["'`][\w-]{8,}|bearer [\w.-]{16,}/gi
    const found = texts.flatMap(({ name, text }) =>
      (text.match(secrets) ?? []).map((one) => `${name}: ${one}`),
    )
    expect(found).toEqual([])
  })
})
