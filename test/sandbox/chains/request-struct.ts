import { type Hash, hashStruct } from 'viem'
import type { RequestKind, RequestStruct } from './ledger.ts'
import { requestTypes, requestTypesIn } from './request-types.ts'
import { withServiceNames } from './service-names.ts'

type Members = readonly { readonly name: string; readonly type: string }[]
type Fields = { readonly [name: string]: unknown }

/** Members in order, `uint256` as bigint, `uint32` as number. */
export function toContractStruct(kind: RequestKind, struct: RequestStruct): Fields {
  return converted(kind, 'Request', struct, 'request', toContractValue)
}

export function fromContractStruct(kind: RequestKind, decoded: Fields): RequestStruct {
  return converted(kind, 'Request', decoded, 'request', (name, type, value) =>
    toWireValue(kind, name, type, value),
  )
}

/** The EIP-712 `hashStruct("Request", struct)`, which identifies a request everywhere. */
export function requestHashOf(kind: RequestKind, struct: RequestStruct, word = 'exchange'): Hash {
  const data = withServiceNames(toContractStruct(kind, struct), word) as Fields
  return hashStruct({ data, primaryType: 'Request', types: requestTypesIn(word)[kind] })
}

function converted(
  kind: RequestKind,
  typeName: 'Request' | 'BasicRequest',
  source: Fields,
  path: string,
  convert: (name: string, type: string, value: unknown) => unknown,
): Fields {
  const members: Members = requestTypes[kind][typeName]
  const result: { [name: string]: unknown } = {}
  for (const { name, type } of members) {
    const value = source[name]
    if (value === undefined || value === null) throw new Error(`${path}.${name} is missing`)
    result[name] =
      type === 'BasicRequest'
        ? converted(kind, type, value as Fields, `${path}.${name}`, convert)
        : convert(name, type, value)
  }
  return result
}

function toContractValue(name: string, type: string, value: unknown): unknown {
  if (type === 'uint256' || type === 'uint32') {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
      throw new Error(`${name} is no number`)
    }
    return type === 'uint256' ? BigInt(value) : Number(value)
  }
  return value
}

const numericNames: readonly string[] = ['originChainId', 'destinationChainId', 'chainId']

/**
 * Chain ids are numbers, amounts strings. The deadline is a number across chains and a string on one chain.
 */
function toWireValue(kind: RequestKind, name: string, type: string, value: unknown): unknown {
  if (type === 'address') return String(value).toLowerCase()
  if (type !== 'uint256') return value
  const isNumber = numericNames.includes(name) || (name === 'deadline' && kind === 'SINGLE_OUTPUT_REQUEST')
  return isNumber ? Number(value) : String(value)
}
