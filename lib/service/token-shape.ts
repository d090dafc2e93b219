import * as v from 'valibot'
import {
  type ChainAddressFormats,
  isAddress,
  isAnyAddress,
  knownNativeDecimals,
  lowerHex,
  nativeAddress,
  nativeDecimals,
  shortenHex,
  zeroAddress,
} from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import {
  chainIdShape,
  type Decoded,
  decimalShape,
  digitsShape,
  lenient,
  objectShape,
} from '../base/shapes.ts'
import { hasMixedScripts, sanitizeSymbol, sanitizeTokenName } from '../base/untrusted-text.ts'

/** Further addresses that deployments use for a chain's native asset (wire shapes 2). */
const nativeAliases: ReadonlySet<string> = new Set([
  nativeAddress,
  zeroAddress,
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
])

export const anyAddressShape = v.pipe(
  v.string('address'),
  v.check(isAnyAddress, 'address'),
  v.transform((text) => (isAddress(text) ? lowerHex(text) : text)),
)

/** A token's address; all addresses of the native asset become `nativeAddress`. */
export const tokenAddressShape = v.pipe(
  anyAddressShape,
  v.transform((address) => (nativeAliases.has(address) ? nativeAddress : address)),
)

/** A token as Ferry uses it. It was decoded before, so it is accepted as stored. */
export const storedTokenShape = objectShape({
  chainId: chainIdShape,
  /** Lower case on EVM chains, `nativeAddress` for the native asset, unchanged in other address formats. */
  address: v.string(),
  name: v.string(),
  symbol: v.string(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoURI: v.nullable(v.string()),
  /** The list's mark until `configureToken` replaces it. Only the deployment file's mark is displayed. */
  isVerified: v.boolean(),
  /** The well-known symbol that this token imitates (L1). */
  imitates: v.exactOptional(v.string()),
  /** The name has hidden characters, or the symbol is not in Latin letters (L1, L2). */
  isOddlyNamed: v.exactOptional(v.literal(true)),
})

type Token = Decoded<typeof storedTokenShape>

/** `images.ts` decides whether to fetch it. */
export const imageUrlShape = lenient(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= 500 && /^(?:https?|ipfs):\/\//.test(text)),
  ),
)

/** With more decimals, one whole token would not fit into 256 bits. */
export const maxDecimals = 77
const decimalsText = `integer from 0 to ${maxDecimals}`

/** A wrong value would change amounts by powers of ten, so it has no fallback. */
export const decimalsShape = v.pipe(
  v.number(decimalsText),
  v.check((n) => Number.isInteger(n) && n >= 0 && n <= maxDecimals, decimalsText),
)

/** Some endpoints omit one of them; a value that is no text counts as missing. */
const nameShape = lenient(v.string())

/**
 * A token record (interface 2): names cleaned, the native asset as `nativeAddress`. The decimals are the service's,
 * even if the chain's native currency has others.
 */
export const serviceTokenShape: v.GenericSchema<unknown, Token> = v.pipe(
  v.object({
    chainId: chainIdShape,
    address: tokenAddressShape,
    name: nameShape,
    symbol: nameShape,
    decimals: decimalsShape,
    logoURI: imageUrlShape,
    icon: imageUrlShape,
    isVerified: v.optional(v.unknown()),
  }),
  v.transform(({ chainId, address, name, symbol, decimals, logoURI, icon, isVerified }) => ({
    chainId,
    address,
    ...displayedNames(name, symbol, address),
    decimals,
    logoURI: logoURI ?? icon,
    isVerified: isVerified === true,
    ...(isOdd(name ?? '', symbol ?? '') ? { isOddlyNamed: true as const } : {}),
  })),
)

/** The same, but refuses a native currency on an EVM chain that does not have 18 decimals. */
export function tokenShapeOn(forms: ChainAddressFormats): v.GenericSchema<unknown, Token> {
  const hasKnownDecimals = (token: Token) =>
    token.decimals === (knownNativeDecimals(token, forms[token.chainId]) ?? token.decimals)
  const check = v.check(hasKnownDecimals, `${nativeDecimals} decimals`)
  return v.pipe(serviceTokenShape, v.forward(check, ['decimals']))
}

function displayedNames(
  name: string | null,
  symbol: string | null,
  address: string,
): Pick<Token, 'name' | 'symbol'> {
  const shown = sanitizeSymbol(symbol ?? name ?? '') ?? shortenHex(address)
  return { symbol: shown, name: sanitizeTokenName(name ?? '') ?? shown }
}

function isOdd(name: string, symbol: string): boolean {
  const isForeign = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(symbol)
  return (
    hasInvisibleCharacters(name.trim()) ||
    hasInvisibleCharacters(symbol.trim()) ||
    isForeign ||
    hasMixedScripts(name)
  )
}

/** A row of the token list with an account's balance. Other rows have no balance or no value. */
export const holdingShape = v.object({
  chainId: chainIdShape,
  address: tokenAddressShape,
  balance: v.pipe(
    digitsShape,
    v.check((units) => units !== '0', 'above zero'),
  ),
  balanceInUsd: v.pipe(
    decimalShape,
    v.check((dollars) => /^[0-9.]*[1-9]/.test(dollars) && dollars.length <= 80, 'above zero'),
  ),
})
