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

/**
 * Tells whether two addresses are the same: those that are 20 or 32 bytes of hex whatever their case, other chains' ones
 * letter by letter.
 */
export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  const isBytes = (isAddress(a) && isAddress(b)) || (isHash(a) && isHash(b))
  return isBytes ? sameHex(a, b) : typeof a === 'string' && a === b
}

/** Returns the lower-case form; callers have checked the shape. */
export function lowerHex(value: Hex): Hex {
  return value.toLowerCase() as Hex
}

/** Returns the text as 32 bytes of hex; null where it is anything else. */
export function hashOrNull(text: string | null): Hex | null {
  return isHash(text) ? text : null
}

/**
 * How addresses of a chain look; `unknown` is a form that Ferry cannot check, of a chain that is not Ethereum's kind.
 */
export type ReceiverForm = 'evm' | 'solana' | 'tron' | 'stellar' | 'sui' | 'unknown'

export const receiverForms: readonly ReceiverForm[] = ['evm', 'solana', 'tron', 'stellar', 'sui', 'unknown']

/** How addresses look on chains whose records say another form than their ids hint. */
export type ChainForms = { readonly [chainId: number]: ReceiverForm | undefined }

/** Ids that deployments are known to use (wire shapes 10): hints, for where no record of the chain says another form. */
const hintedForms: { readonly [chainId: number]: ReceiverForm } = {
  89999: 'solana',
  728126428: 'tron',
  1110002: 'stellar',
  1110006: 'sui',
}

/**
 * Returns how addresses of a chain look: as its record says (`formOfRecord`), else as its id hints.
 *
 * @example receiverForm(chain.chainId, chain.addressForm)
 */
export function receiverForm(chainId: number, recorded?: ReceiverForm): ReceiverForm {
  return recorded ?? hintedForms[chainId] ?? 'evm'
}

/** Tells whether a text can be an address of any chain. */
export function isAnyAddress(text: string): boolean {
  return isAddress(text) || isOtherAddress(text)
}

/**
 * Tells whether a text can be an address or a token of some chain that is not Ethereum's kind, letter by letter as that
 * chain writes it. Hex has 32 bytes there, whose leading zeros some chains leave out; any shorter hex is an address of
 * Ethereum's kind, or a broken one.
 */
export function isOtherAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9:_.+/=@~-]{0,159}$/.test(value)) return false
  return !/^0x/i.test(value) || /^0x(?:[0-9a-f]{61,64}|[0-9a-f]{1,64}(?:::\w{1,64}){1,2})$/i.test(value)
}
