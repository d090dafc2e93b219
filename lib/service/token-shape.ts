import * as v from 'valibot'
import {
  type ChainForms,
  isAddress,
  isAnyAddress,
  lowerHex,
  nativeAddress,
  zeroAddress,
} from '../base/hex.ts'
import { addressAsName, isMixed, outsideSymbol, outsideTokenName } from '../base/outside-text.ts'
import { chainIdShape, lenient, objectShape } from '../base/shapes.ts'
import { hasUnseen } from '../base/unseen.ts'
import { certainDecimals, type Token, tokenKey } from './token.ts'

/** What deployments also call a chain's native asset (wire shapes 2). */
const nativeAliases: ReadonlySet<string> = new Set([
  nativeAddress,
  zeroAddress,
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
])

/** An EVM address in lower case, or another chain's own form exactly as it is. */
export const anyAddressShape = v.pipe(
  v.string('address'),
  v.check(isAnyAddress, 'address'),
  v.transform((text) => (isAddress(text) ? lowerHex(text) : text)),
)

/** A token's address; every name of the native asset becomes `nativeAddress`. */
export const tokenAddressShape = v.pipe(
  anyAddressShape,
  v.transform((address) => (nativeAliases.has(address) ? nativeAddress : address)),
)

/** A token as rows of ours hold it: it was read before, and is shown as it was then. */
export const storedTokenShape: v.GenericSchema<unknown, Token> = objectShape({
  chainId: chainIdShape,
  address: v.string(),
  name: v.string(),
  symbol: v.string(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoURI: v.nullable(v.string()),
  isVerified: v.boolean(),
  imitates: v.exactOptional(v.string()),
  isOddlyNamed: v.exactOptional(v.literal(true)),
})

/** An address of an image, or null; whether it is fetched is decided elsewhere. */
export const imageUrlShape = lenient(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= 500 && /^(?:https?|ipfs):\/\//.test(text)),
  ),
)

/** With more decimals one whole token would not fit into 256 bits. */
export const mostDecimals = 77
const decimalsText = `integer from 0 to ${mostDecimals}`

/** Decimals of a token; everything else moves money by powers of ten. */
export const decimalsShape = v.pipe(
  v.number(decimalsText),
  v.check((n) => Number.isInteger(n) && n >= 0 && n <= mostDecimals, decimalsText),
)

/** Name or symbol; some endpoints leave one of them out, and what is no text is none. */
const nameShape = lenient(v.string())

/**
 * A Token record (interface 2), names cleaned, the native asset under `nativeAddress`; its decimals are as the service says,
 * also where its chain counts its coin otherwise.
 */
export const saidTokenShape: v.GenericSchema<unknown, Token> = v.pipe(
  v.object({
    chainId: chainIdShape,
    address: v.string('address'),
    name: nameShape,
    symbol: nameShape,
    decimals: decimalsShape,
    logoURI: imageUrlShape,
    icon: imageUrlShape,
    isVerified: v.optional(v.unknown()),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { chainId, address: addressText, name, symbol, decimals, logoURI, icon, isVerified } = dataset.value
    const address = tokenAddressOf(addressText)
    if (address === null) {
      addIssue({
        message: 'address',
        expected: 'address',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'address', value: addressText }],
      })
      return NEVER
    }
    return {
      chainId,
      address,
      ...shownNames(name, symbol, address),
      decimals,
      logoURI: logoURI ?? icon,
      isVerified: isVerified === true,
      ...(isOdd(name ?? '', symbol ?? '') ? { isOddlyNamed: true as const } : {}),
    }
  }),
)

/** The same; a coin of a chain of Ethereum's kind that is not counted in wei is none. */
export function tokenShapeOn(forms: ChainForms): v.GenericSchema<unknown, Token> {
  return v.pipe(
    saidTokenShape,
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const certain = certainDecimals(value, forms[value.chainId])
      if (certain === null || value.decimals === certain) return value
      const expected = `${certain} decimals`
      addIssue({
        message: expected,
        expected,
        path: [
          { type: 'object', origin: 'value', input: { ...value }, key: 'decimals', value: value.decimals },
        ],
      })
      return NEVER
    }),
  )
}

/** A name that cannot be read costs the name: the address stands for the symbol, and the symbol for the name. */
function shownNames(
  name: string | null,
  symbol: string | null,
  address: string,
): Pick<Token, 'name' | 'symbol'> {
  const shown = outsideSymbol(symbol ?? name ?? '') ?? addressAsName(address)
  return { symbol: shown, name: outsideTokenName(name ?? '') ?? shown }
}

function isOdd(name: string, symbol: string): boolean {
  const isForeign = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(symbol)
  return hasUnseen(name.trim()) || hasUnseen(symbol.trim()) || isForeign || isMixed(name)
}

/** Returns each token once, in the order of first mention; what one mention lacks is taken from the next. */
export function mergeTokens(tokens: readonly Token[]): readonly Token[] {
  const byKey = new Map<string, Token>()
  for (const token of tokens) {
    const key = tokenKey(token)
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? token : merged(known, token))
  }
  return [...byKey.values()]
}

function merged(known: Token, other: Token): Token {
  return {
    ...known,
    logoURI: known.logoURI ?? other.logoURI,
    isVerified: known.isVerified || other.isVerified,
  }
}

function tokenAddressOf(text: string): string | null {
  const outcome = v.safeParse(tokenAddressShape, text)
  return outcome.success ? outcome.output : null
}
