import { describe, expect, test } from 'vitest'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import { digestOf } from '../../../lib/checks/typed-data.ts'
import type { RequestType } from '../../../lib/deployment/schema.ts'
import type { SignTypedData } from '../../../lib/service/route.ts'
import { honest, permitCheck } from './fixtures.ts'
import { type Leaf, leavesOf, type Mutator, mutated, mutators, withTypedData } from './mutations.ts'

const kinds: readonly RequestType[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']

const table = kinds.flatMap((kind) =>
  leavesOf(kind).flatMap((leaf) =>
    mutators.map((mutator) => ({ kind, leaf, mutator, name: leaf.path.join('.') })),
  ),
)

function receivedOf(kind: RequestType): SignTypedData {
  const { signTypedData } = honest(kind).route
  if (signTypedData === null) throw new Error('a signed route has typed data')
  return signTypedData
}

function digestOrNull(signTypedData: SignTypedData): string | null {
  try {
    return digestOf(signTypedData)
  } catch {
    return null
  }
}

/** Members that Ferry cannot verify: any value of their type passes, so only the request hash protects them. */
const opaque = new Set(['metadata', 'switchboardId'])

/** The code that refuses a mutant. Null if the mutant means the same as the original and passes. */
function expectedCode(leaf: Leaf, mutator: Mutator, sameDigest: boolean, liar: boolean): string | null {
  const isDomain = leaf.path[0] === 'domain'
  if (mutator === 'extra') return isDomain ? 'D-1' : 'W-17'
  if (mutator === 'missing' && isDomain) return 'D-1'
  if (mutator === 'missing' || mutator === 'wrongType') return leaf.code
  if (sameDigest) return null
  // A well-formed nonce is refused if it differs from the request's, and so is a deadline in the allowed range.
  if (leaf.code === 'V-4' || (leaf.code === 'V-5' && mutator === 'plusOne')) return 'V-6'
  const name = leaf.path.at(-1) ?? ''
  // A service may choose any account; the review asks for consent.
  const isAnyAccount = name === 'delegate' && mutator !== 'zero'
  if (!opaque.has(name) && !isAnyAccount) return leaf.code
  return liar ? null : 'X-3'
}

test('API1: there are 416 mutants of 29 and 23 leaves', () => {
  expect(kinds.map((kind) => leavesOf(kind).length)).toEqual([29, 23])
  expect(table).toHaveLength(416)
  expect(table.filter(({ leaf }) => leaf.code === 'none')).toEqual([])
})

describe.each([
  ['API1, API8: with the hash as received', false],
  ['API1: of a liar who hashes again', true],
])('%s', (_, liar) => {
  test.each(table)('$kind $name $mutator', ({ kind, leaf, mutator }) => {
    const received = receivedOf(kind)
    const mutant = mutated(received, leaf, mutator)
    expect(mutant).not.toEqual(received)
    const sameDigest = digestOrNull(mutant) === digestOf(received)
    const report = checkTypedData(permitCheck(withTypedData(kind, mutant, liar)))
    const code = expectedCode(leaf, mutator, sameDigest, liar)
    expect(report.ok ? null : report.code, JSON.stringify(report)).toBe(code)
    if (!liar && !sameDigest) expect(report.ok).toBe(false)
  })
})
