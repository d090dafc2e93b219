import type { Json, JsonObject } from '../../../lib/base/json.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { RequestType } from '../../../lib/deployment/schema.ts'
import type { AutoRoute, SignTypedData } from '../../../lib/service/route.ts'
import { type Honest, honest } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

/** One value of the typed data, its EIP-712 type, and the code of its check. */
export interface Leaf {
  readonly path: readonly string[]
  readonly type: string
  readonly code: string
}

export type Mutator =
  | 'zero'
  | 'max'
  | 'plusOne'
  | 'otherAddress'
  | 'otherEncoding'
  | 'wrongType'
  | 'missing'
  | 'extra'

export const mutators: readonly Mutator[] = [
  ...(['zero', 'max', 'plusOne', 'otherAddress'] as const),
  ...(['otherEncoding', 'wrongType', 'missing', 'extra'] as const),
]

const codes: { readonly [path: string]: string } = {
  'domain.name': 'D-2',
  'domain.chainId': 'D-3',
  'domain.verifyingContract': 'D-4',
  'values.permitted.token': 'V-1',
  'values.permitted.amount': 'V-2',
  'values.spender': 'V-3',
  'values.nonce': 'V-4',
  'values.deadline': 'V-5',
  originChainId: 'W-1',
  destinationChainId: 'W-1',
  chainId: 'W-1',
  deadline: 'V-6',
  nonce: 'V-6',
  sender: 'W-2',
  receiver: 'W-3',
  delegate: 'W-4',
  exchangeGateway: 'W-5',
  switchboardId: 'W-6',
  inputToken: 'W-7',
  inputAmount: 'W-7',
  outputToken: 'W-8',
  minOutputAmount: 'W-9',
  refuelAmount: 'W-10',
  swapOutputToken: 'W-12',
  minSwapOutput: 'W-12',
  metadata: 'W-16',
  affiliateFees: 'W-13',
  minDestGas: 'W-14',
  destinationPayload: 'W-14',
  exclusiveTransmitter: 'W-15',
}

/** The 29 leaves of a cross-chain request, or the 23 of a same-chain one. */
export function leavesOf(kind: RequestType): readonly Leaf[] {
  const types = pinnedTypes[kind]
  const under = (typeName: string, path: readonly string[]): readonly Leaf[] =>
    (types[typeName] ?? []).flatMap(({ name, type }) => {
      const at = [...path, name]
      return types[type] === undefined ? [leaf(at, type)] : under(type, at)
    })
  const domain = [
    leaf(['domain', 'name'], 'string'),
    leaf(['domain', 'chainId'], 'uint256'),
    leaf(['domain', 'verifyingContract'], 'address'),
  ]
  return [...domain, ...under('PermitWitnessTransferFrom', ['values'])]
}

function leaf(path: readonly string[], type: string): Leaf {
  const name = path.at(-1) ?? ''
  return { path, type, code: codes[path.join('.')] ?? codes[name] ?? 'none' }
}

/** The honest typed data with one leaf changed. */
export function mutated(received: SignTypedData, { path, type }: Leaf, mutator: Mutator): SignTypedData {
  const [root = '', ...rest] = path
  const whole: JsonObject = { domain: received.domain, values: received.values }
  const changed = replaced(whole, [root, ...rest], (parent, name) => {
    if (mutator === 'missing')
      return Object.fromEntries(Object.entries(parent).filter(([key]) => key !== name))
    if (mutator === 'extra') return { ...parent, [`${name}2`]: parent[name] ?? null }
    return { ...parent, [name]: mutant(type, parent[name] ?? null, mutator) }
  })
  return { ...received, domain: changed.domain as JsonObject, values: changed.values as JsonObject }
}

function replaced(
  value: JsonObject,
  path: readonly string[],
  change: (parent: JsonObject, name: string) => JsonObject,
): JsonObject {
  const [name = '', ...rest] = path
  if (rest.length === 0) return change(value, name)
  return { ...value, [name]: replaced({ ...Object(value[name]) }, rest, change) }
}

const otherAddress = '0x00000000000000000000000000000000deadbeef'
const maxUint = (1n << 256n) - 1n

/** If a mutator does not apply to a type, it uses the closest one that does. */
function mutant(type: string, value: Json, mutator: Exclude<Mutator, 'missing' | 'extra'>): Json {
  if (type === 'address') return addressMutant(String(value), mutator)
  if (type.startsWith('uint')) return uintMutant(type, value, mutator)
  if (type.startsWith('bytes')) return bytesMutant(type, String(value), mutator)
  return textMutant(String(value), mutator)
}

function addressMutant(value: string, mutator: Mutator): Json {
  if (mutator === 'zero') return value === `0x${'0'.repeat(40)}` ? otherAddress : `0x${'0'.repeat(40)}`
  if (mutator === 'max') return `0x${'f'.repeat(40)}`
  if (mutator === 'plusOne') return `0x${(BigInt(value) + 1n).toString(16).padStart(40, '0')}`
  if (mutator === 'otherAddress') return otherAddress
  // The zero address has no letters. As a whole word it is the same number, but no address.
  if (mutator === 'otherEncoding') return BigInt(value) === 0n ? `0x${'0'.repeat(64)}` : upperCase(value)
  return [value]
}

function upperCase(value: string): string {
  return `0x${value.slice(2).toUpperCase()}`
}

function uintMutant(type: string, value: Json, mutator: Mutator): Json {
  const units = BigInt(String(value))
  if (mutator === 'zero') return units === 0n ? '1' : '0'
  if (mutator === 'max') return String(type === 'uint32' ? 2n ** 32n - 1n : maxUint)
  if (mutator === 'plusOne') return String(units + 1n)
  if (mutator === 'otherAddress') return String(BigInt(otherAddress))
  if (mutator === 'otherEncoding') return typeof value === 'number' ? String(value) : Number(value)
  return `0x${units.toString(16)}`
}

function bytesMutant(type: string, value: string, mutator: Mutator): Json {
  const size = type === 'bytes32' ? 32 : Math.max(1, value.length / 2 - 1)
  if (mutator === 'zero') return `0x${'00'.repeat(size)}`
  if (mutator === 'max') return `0x${'ff'.repeat(size)}`
  if (mutator === 'plusOne') return type === 'bytes32' ? `${value.slice(0, -1)}4` : `${value}01`
  if (mutator === 'otherAddress') return `0x${'0'.repeat(24)}${otherAddress.slice(2)}`
  if (mutator === 'otherEncoding') return value === '0x' ? '' : upperCase(value)
  return { bytes: value }
}

function textMutant(value: string, mutator: Mutator): Json {
  if (mutator === 'zero') return ''
  if (mutator === 'max') return value.repeat(40)
  if (mutator === 'plusOne') return `${value} `
  if (mutator === 'otherAddress') return otherAddress
  if (mutator === 'otherEncoding') return value.toLowerCase()
  return [value]
}

/** The honest terms with other typed data. A liar also recomputes `requestHash` if the witness can be hashed. */
export function withTypedData(kind: RequestType, signTypedData: SignTypedData, liar: boolean): Honest {
  const { request, quote, route } = honest(kind)
  const requestHash = liar ? (hashOrNull(kind, signTypedData) ?? route.requestHash) : route.requestHash
  const lying: AutoRoute = { ...route, signTypedData, requestHash }
  return { request, quote: { ...quote, routes: [lying] }, route: lying }
}

function hashOrNull(kind: RequestType, { values }: SignTypedData) {
  try {
    return requestHashOf(pinnedTypes[kind], values.witness ?? null)
  } catch {
    return null
  }
}
