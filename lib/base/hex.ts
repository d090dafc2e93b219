export type Hex = `0x${string}`

/** A lower-case EVM address. Case carries no meaning inside Ferry; checksums are for people. */
export type Address = Hex

/** The interface's constant for a chain's native asset (interface 1), in lower case. */
export const nativeAddress: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** Tells whether a text is 20 bytes of hex, whatever its case; checksums are not looked at. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** Tells whether a text is 32 bytes of hex. */
export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Tells whether a text is `0x` and whole bytes. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
}

/** Tells whether two hex texts name the same bytes. */
export function sameHex(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase()
}

/** Tells whether two addresses are the same: EVM ones whatever their case, other chains' ones letter by letter. */
export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return isAddress(a) && isAddress(b) ? sameHex(a, b) : typeof a === 'string' && a === b
}

/** Returns the lower-case form; callers have checked the shape. */
export function lowerHex(value: Hex): Hex {
  return value.toLowerCase() as Hex
}

/** Returns the text as 32 bytes of hex; null where it is anything else. */
export function hashOrNull(text: string | null): Hex | null {
  return isHash(text) ? text : null
}

/** Chains whose addresses are not Ethereum's (wire shapes 10). */
const formOfChain: { readonly [chainId: number]: ReceiverForm } = {
  89999: 'solana',
  728126428: 'tron',
  1110002: 'stellar',
  1110006: 'sui',
}

export type ReceiverForm = 'evm' | 'solana' | 'tron' | 'stellar' | 'sui'

/** Returns how addresses of a chain look. */
export function receiverForm(chainId: number): ReceiverForm {
  return formOfChain[chainId] ?? 'evm'
}
