import type { Hex } from '../base/hex.ts'
import type { RequestType } from '../deployment/deployment.ts'
import type { SignTypedData } from '../service/quote-result.ts'
import { type CheckInput, isSameChain } from './check-input.ts'
import { type CheckLine, checkLine } from './check-report.ts'
import { typeHashOf } from './digest-by-config.ts'
import { permitPrimaryType } from './typed-data.ts'

/** keccak of `encodeType` of the two permits that Ferry can read: a third lock beside the deployment file's types. */
export const permitTypeHashes: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0x1d2bf063af45d955b19bf4f3961c98acec9c0105a8a33b890435a18cb60b3b04',
  SWAP_REQUEST: '0xd263a32aaf05d9eb12fd7c9ab4782c6ccead6fd67f664f125d76a24fed4aafd3',
}

/**
 * Checks T-1 to T-4: the ordered types are the pinned ones of the kind of request that the two chains call for.
 *
 * @example const report = reportOf(typeLines(input, signTypedData))
 */
export function* typeLines(input: CheckInput, { types }: SignTypedData): Generator<CheckLine> {
  const found = Object.keys(types)
  yield checkLine('T-1', 'types', Object.hasOwn(types, permitPrimaryType), found, permitPrimaryType)
  yield requestTypeLine(input)

  const pinned = input.deployment.types[input.route.requestType]
  for (const name of found) yield checkLine('T-3', `types.${name.slice(0, 40)}`, Object.hasOwn(pinned, name))
  for (const [name, members] of Object.entries(pinned)) {
    const received = Object.hasOwn(types, name) ? types[name] : undefined
    yield checkLine('T-2', `types.${name}`, sameMembers(received, members), received, JSON.stringify(members))
  }
  const hash = typeHashOf(types, permitPrimaryType)
  const expected = permitTypeHashes[input.route.requestType]
  yield checkLine('T-4', 'types', hash === expected, hash, expected)
}

/**
 * Checks T-2's first half: the kind of request agrees with the ask's chains.
 *
 * @example requestTypeLine(input).holds // false for a SWAP_REQUEST between two chains
 */
export function requestTypeLine({ ask, route }: CheckInput): CheckLine {
  const expected: RequestType = isSameChain(ask) ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
  return checkLine('T-2', 'requestType', route.requestType === expected, route.requestType, expected)
}

/** Members equal in number, order, name and type, with nothing else in them. */
function sameMembers(received: unknown, pinned: readonly { name: string; type: string }[]): boolean {
  if (!Array.isArray(received) || received.length !== pinned.length) return false
  return pinned.every(({ name, type }, at) => {
    const one: unknown = received[at]
    if (typeof one !== 'object' || one === null || Object.keys(one).length !== 2) return false
    return 'name' in one && one.name === name && 'type' in one && one.type === type
  })
}
