import * as v from 'valibot'
import { addressFormatOfRecord } from '../base/address-format.ts'
import type { Pause } from '../base/concurrency.ts'
import { normalizeExplorerUrl } from '../base/explorer-link.ts'
import {
  addressFormats,
  getAddressFormat,
  knownNativeDecimals,
  nativeAddress,
  shortenHex,
} from '../base/hex.ts'
import {
  chainIdShape,
  type Decoded,
  decode,
  decodeEach,
  digitsShape,
  entriesOf,
  lenient,
  objectShape,
} from '../base/shapes.ts'
import {
  chainNameMax,
  cleanText,
  fallbackChainName,
  nameMax,
  sanitizeName,
  sanitizeSymbol,
} from '../base/untrusted-text.ts'
import { isVenueId } from './quote-request.ts'
import { decimalsShape, imageUrlShape, tokenAddressShape } from './token-shape.ts'
import { call, type Send, type ServiceResponse } from './transport.ts'

const text = v.string()

/** A chain as Ferry uses it. It was decoded before, so it is accepted as stored. */
export const storedChainShape = v.object({
  chainId: chainIdShape,
  name: text,
  /** The address format, if the chain record contradicts the format that the id suggests. */
  addressFormat: v.exactOptional(v.picklist(addressFormats)),
  iconUrl: v.nullable(text),
  currency: v.object({
    address: text,
    name: text,
    symbol: text,
    decimals: decimalsShape,
    iconUrl: v.nullable(text),
    /** Smallest unit. Amount to leave for gas when the whole balance is sent, as reported by the service. */
    minNativeCurrencyForGas: digitsShape,
  }),
  explorers: v.array(text),
  sendingEnabled: v.boolean(),
  receivingEnabled: v.boolean(),
  isAutoEnabled: v.boolean(),
  isManualEnabled: v.boolean(),
  isDepositEnabled: v.boolean(),
  dexes: v.array(text),
  bridges: v.array(text),
})

type Chain = Decoded<typeof storedChainShape>

const maxExplorers = 4

const nameShape = v.pipe(
  lenient(v.string()),
  v.transform((name) => cleanText(name ?? '', 64)),
)

function textsShape(most: number, accept: (text: string) => string | null) {
  return v.pipe(
    lenient(v.array(v.unknown())),
    v.transform((list) => {
      const texts = (list ?? []).slice(0, 500).map((one) => (typeof one === 'string' ? accept(one) : null))
      return [...new Set(texts.filter((text) => text !== null))].slice(0, most)
    }),
  )
}

/** Ids that can be sent in a list of a quote's parameters. Others are left out. */
const idsShape = textsShape(500, (text) => (isVenueId(text) ? text : null))

/** An ability of a chain. `unsaid` is the value if it is missing or malformed. */
const flagShape = (unsaid: boolean) => v.optional(v.fallback(v.boolean(), unsaid), unsaid)

const currencyShape = objectShape({
  address: v.optional(v.fallback(tokenAddressShape, nativeAddress), nativeAddress),
  name: nameShape,
  symbol: nameShape,
  decimals: lenient(decimalsShape),
  icon: imageUrlShape,
  minNativeCurrencyForGas: lenient(digitsShape),
})
const noCurrency = v.parse(currencyShape, {})

/**
 * A chain needs its id and, outside the EVM family, the decimals of its currency. Other fields are for display or have
 * a fallback.
 */
const chainShape: v.GenericSchema<unknown, Chain> = v.pipe(
  v.object({
    chainId: chainIdShape,
    name: nameShape,
    icon: imageUrlShape,
    currency: lenient(currencyShape),
    explorers: textsShape(maxExplorers, normalizeExplorerUrl),
    sendingEnabled: flagShape(true),
    receivingEnabled: flagShape(true),
    isAutoEnabled: flagShape(true),
    isManualEnabled: flagShape(true),
    // Older deployments have no deposit flow and omit the flag.
    isDepositEnabled: flagShape(false),
    dexes: idsShape,
    bridges: idsShape,
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { icon, currency: said, ...chain } = dataset.value
    const { icon: coinIcon, ...currency } = said ?? noCurrency
    const form = addressFormatOfRecord({
      chainId: chain.chainId,
      currencyAddress: currency.address,
      currencyDecimals: currency.decimals,
      isAutoEnabled: chain.isAutoEnabled,
    })
    const decimals =
      knownNativeDecimals({ chainId: chain.chainId, address: nativeAddress }, form) ?? currency.decimals
    if (decimals === null) {
      addIssue({ message: 'decimals of its coin', expected: 'decimals of its coin' })
      return NEVER
    }
    return {
      ...chain,
      name: sanitizeName(chain.name, chainNameMax) ?? fallbackChainName(chain.chainId),
      ...(form === getAddressFormat(chain.chainId) ? {} : { addressFormat: form }),
      iconUrl: icon,
      currency: {
        ...currency,
        name: sanitizeName(currency.name, nameMax) ?? shortenHex(currency.address),
        symbol: sanitizeSymbol(currency.symbol) ?? shortenHex(currency.address),
        decimals,
        iconUrl: coinIcon,
        minNativeCurrencyForGas: currency.minNativeCurrencyForGas ?? '0',
      },
    }
  }),
)

/**
 * Reads the chains (interface 4.1), without repetitions: abilities, currency (`minNativeCurrencyForGas` in the smallest
 * unit), and ids of bridges and DEXes. Malformed entries are left out. A list without any valid chain is refused as
 * `serviceAnswerInvalid`.
 */
export function supportedChains(send: Send, pause: Pause) {
  return (): Promise<ServiceResponse<readonly Chain[]>> =>
    call(
      send,
      { priority: 'list', path: '/api/v1/supported-chains', timeoutMs: 15_000, maxBytes: 2_000_000 },
      (result) => decodeChains(result, pause),
    )
}

async function decodeChains(result: unknown, pause: Pause): Promise<readonly Chain[]> {
  const entries = decode(v.array(v.unknown(), 'list of chains'), result, 'chains')
  const chains = new Map<number, Chain>()
  for (const chain of await decodeEach(chainShape, entriesOf(entries.slice(0, 1_000)), 'chains', pause)) {
    if (!chains.has(chain.chainId)) chains.set(chain.chainId, chain)
  }
  return [...chains.values()]
}
