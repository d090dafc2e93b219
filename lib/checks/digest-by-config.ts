import { concat, encodeAbiParameters, keccak256, stringToHex } from 'viem'
import type { Hex } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import type { TypeMap } from '../deployment/deployment.ts'
import type { SignTypedData } from '../service/quote-result.ts'
import { canonicalValue, member } from './canonical.ts'

const domainType = 'EIP712Domain(string name,uint256 chainId,address verifyingContract)'

/**
 * Returns the EIP-712 digest a second time, from the **pinned** types and without viem's EIP-712 code: equal to
 * `digestOf` only if the received types are the pinned ones and both encodings agree. Throws `checkFailed` as
 * `digestOf` does.
 *
 * @example digestByConfig(deployment.types[requestType], signTypedData) === digestOf(signTypedData)
 */
export function digestByConfig(pinnedTypes: TypeMap, signTypedData: SignTypedData): Hex {
  const { domain, values } = signTypedData
  const separator = keccak256(
    concat([
      keccak256(stringToHex(domainType)),
      word('string', member(domain, 'name'), 'domain.name'),
      word('uint256', member(domain, 'chainId'), 'domain.chainId'),
      word('address', member(domain, 'verifyingContract'), 'domain.verifyingContract'),
    ]),
  )
  const message = structHash(pinnedTypes, 'PermitWitnessTransferFrom', values, 'values')
  return keccak256(concat(['0x1901', separator, message]))
}

/**
 * Returns the keccak of a type's own encoding followed by those of the types it uses, sorted by name (EIP-712).
 *
 * @example typeHashOf({ Unit: [{ name: 'amount', type: 'uint256' }] }, 'Unit') // keccak of `Unit(uint256 amount)`
 */
export function typeHashOf(types: TypeMap, typeName: string): Hex {
  const used = [...usedTypes(types, typeName)].sort()
  const signatures = [typeName, ...used].map((name) => {
    const members = (types[name] ?? []).map((one) => `${one.type} ${one.name}`)
    return `${name}(${members.join(',')})`
  })
  return keccak256(stringToHex(signatures.join('')))
}

function usedTypes(types: TypeMap, typeName: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [typeName]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const { type } of types[name] ?? []) {
      if (types[type] === undefined || type === typeName || found.has(type)) continue
      found.add(type)
      waiting.push(type)
    }
  }
  return found
}

function structHash(types: TypeMap, typeName: string, value: Json | undefined, path: string): Hex {
  const words = (types[typeName] ?? []).map(({ name, type }) => {
    const found = member(value, name)
    const at = `${path}.${name}`
    return types[type] === undefined ? word(type, found, at) : structHash(types, type, found, at)
  })
  return keccak256(concat([typeHashOf(types, typeName), ...words]))
}

/** One member as the 32 bytes that EIP-712 hashes. */
function word(type: string, value: Json | undefined, path: string): Hex {
  const canonical = canonicalValue(type, value)
  if (canonical === null) throw new Problem('checkFailed', { facts: { path } })
  if (type === 'string') return keccak256(stringToHex(String(canonical)))
  if (type === 'bytes') return keccak256(canonical as Hex)
  return encodeAbiParameters([{ type }], [canonical])
}
