import type { TypeMap } from './deployment.ts'

const primary = [
  ['permitted', 'TokenPermissions'],
  ['spender', 'address'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
  ['witness', 'Request'],
] as const

const elementary = /^(address|bool|string|bytes([1-9]|[12][0-9]|3[0-2])?|u?int(8|16|24|32|64|128|160|256))$/

/**
 * What is wrong with a pinned type map, or null: the primary type must be Permit2's witness transfer (interface 2,
 * signTypedData), every member known, every type used.
 */
export function typeMapFault(types: TypeMap): string | null {
  const permit = types.PermitWitnessTransferFrom ?? []
  const isPermit =
    permit.length === primary.length &&
    primary.every(([name, type], at) => permit[at]?.name === name && permit[at]?.type === type)
  if (!isPermit) return 'types with PermitWitnessTransferFrom as the interface has it'
  const used = new Set(['PermitWitnessTransferFrom'])
  for (const members of Object.values(types)) {
    if (members.length === 0) return 'types that have members'
    if (new Set(members.map(({ name }) => name)).size < members.length) return 'members named once'
    for (const { type } of members) {
      if (!elementary.test(type) && !Object.hasOwn(types, type)) return 'members of known types'
      used.add(type)
    }
  }
  return Object.keys(types).every((name) => used.has(name)) ? null : 'types that are all used'
}
