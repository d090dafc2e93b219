export type Hex = `0x${string}`

/** A lower-case EVM address. Case has no meaning inside Ferry; checksums are only displayed. */
export type Address = Hex

/** The interface's constant for a chain's native currency (interface 1), in lower case. */
export const nativeAddress: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** True for 20 bytes of hex in any case. It does not verify the checksum. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
}

export function isSameHex(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase()
}

/** Compares 20 or 32 bytes of hex without regard to case, and addresses of other chains exactly. */
export function isSameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  const isBytes = (isAddress(a) && isAddress(b)) || (isHash(a) && isHash(b))
  return isBytes ? isSameHex(a, b) : typeof a === 'string' && a === b
}

/** Callers have verified that the value is hex. */
export function lowerHex(value: Hex): Hex {
  return value.toLowerCase() as Hex
}

export function hashOrNull(text: string | null): Hex | null {
  return isHash(text) ? text : null
}

/** The address format of a chain. `unknown` is a format that Ferry cannot verify, on a chain that is not EVM. */
export type AddressFormat = 'evm' | 'solana' | 'tron' | 'stellar' | 'sui' | 'unknown'

export const addressFormats: readonly AddressFormat[] = ['evm', 'solana', 'tron', 'stellar', 'sui', 'unknown']

/** Address formats of the chains whose records name another format than their ids suggest. */
export type ChainAddressFormats = { readonly [chainId: number]: AddressFormat | undefined }

/** Ids that deployments are known to use (wire shapes 10), unless a record of the chain names another format. */
const hintedAddressFormats: { readonly [chainId: number]: AddressFormat } = {
  89999: 'solana',
  728126428: 'tron',
  1110002: 'stellar',
  1110006: 'sui',
}

export function getAddressFormat(chainId: number, recorded?: AddressFormat): AddressFormat {
  return recorded ?? hintedAddressFormats[chainId] ?? 'evm'
}

/** The native currency of every EVM chain has 18 decimals. */
export const nativeDecimals = 18

export function knownNativeDecimals(
  { chainId, address }: { readonly chainId: number; readonly address: string },
  recorded?: AddressFormat,
): number | null {
  return isSameHex(address, nativeAddress) && getAddressFormat(chainId, recorded) === 'evm'
    ? nativeDecimals
    : null
}

export function isAnyAddress(text: string): boolean {
  return isAddress(text) || isNonEvmAddress(text)
}

/**
 * True if the text can be an address or a token of a chain that is not EVM. Hex has 32 bytes there, and some chains
 * omit its leading zeros. Shorter hex is an EVM address, or a broken one.
 */
export function isNonEvmAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9:_.+/=@~-]{0,159}$/.test(value)) return false
  return !/^0x/i.test(value) || /^0x(?:[0-9a-f]{61,64}|[0-9a-f]{1,64}(?:::\w{1,64}){1,2})$/i.test(value)
}

/** The first and last characters of an address or a hash, for a place that is too narrow for all of it. */
export function shortenHex(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}
