import * as v from 'valibot'
import { cleanText } from '../base/clean-text.ts'
import { nativeAddress } from '../base/hex.ts'
import type { Chain } from '../swap/chain.ts'
import {
  addressAsName,
  chainAsName,
  chainNameMax,
  nameMax,
  outsideName,
  outsideSymbol,
} from '../swap/outside-name.ts'
import { certainDecimals } from '../swap/pinned.ts'
import type { Answered, CallOptions } from '../swap/service.ts'
import { decode } from '../wire/decode.ts'
import { decodeEach, entriesOf } from '../wire/decode-each.ts'
import { chainIdShape, digitsShape, orNull } from '../wire/shapes.ts'
import { call } from './call.ts'
import { decimalsShape, imageUrlShape, tokenAddressShape } from './token-shape.ts'
import type { Send } from './transport.ts'

const idsShape = v.pipe(
  v.nullish(v.array(v.string('id')), []),
  v.transform((ids) => (ids ?? []).slice(0, 500).map((id) => cleanText(id, 64))),
)
const nameShape = v.pipe(
  v.string('name'),
  v.transform((name) => cleanText(name, 64)),
  v.check((name) => name !== '', 'name'),
)
const flagShape = v.boolean('boolean')

const chainShape: v.GenericSchema<unknown, Chain> = v.pipe(
  v.object({
    chainId: chainIdShape,
    name: nameShape,
    icon: imageUrlShape,
    currency: v.object({
      address: tokenAddressShape,
      name: nameShape,
      symbol: nameShape,
      decimals: decimalsShape,
      minNativeCurrencyForGas: orNull(digitsShape),
    }),
    sendingEnabled: flagShape,
    receivingEnabled: flagShape,
    isAutoEnabled: flagShape,
    isManualEnabled: flagShape,
    // Older deployments have no deposit flow and do not say so.
    isDepositEnabled: v.nullish(flagShape, false),
    dexes: idsShape,
    bridges: idsShape,
  }),
  v.transform(({ icon, currency, isDepositEnabled, ...chain }) => ({
    ...chain,
    name: outsideName(chain.name, chainNameMax) ?? chainAsName(chain.chainId),
    iconUrl: icon,
    isDepositEnabled: isDepositEnabled ?? false,
    currency: {
      ...currency,
      name: outsideName(currency.name, nameMax) ?? addressAsName(currency.address),
      symbol: outsideSymbol(currency.symbol) ?? addressAsName(currency.address),
      decimals: certainDecimals({ chainId: chain.chainId, address: nativeAddress }) ?? currency.decimals,
      minNativeCurrencyForGas: currency.minNativeCurrencyForGas ?? '0',
    },
  })),
)

/**
 * Asks for the chains (interface 4.1), each once, with what each can do, its currency (`minNativeCurrencyForGas` in the
 * smallest unit) and the ids of its bridges and DEXes. An entry that is no chain is left out; a list without a chain among
 * its entries is refused as `serviceBadShape`.
 */
export function supportedChains(send: Send) {
  return (options: CallOptions): Promise<Answered<readonly Chain[]>> =>
    call(
      send,
      { ...options, path: '/api/v1/supported-chains', timeLimitMs: 15_000, maxBytes: 2_000_000 },
      chainsOf,
    )
}

function chainsOf(result: unknown): readonly Chain[] {
  const entries = decode(v.array(v.unknown(), 'list of chains'), result, 'chains')
  const chains = new Map<number, Chain>()
  for (const chain of decodeEach(chainShape, entriesOf(entries.slice(0, 1_000)), 'chains')) {
    if (!chains.has(chain.chainId)) chains.set(chain.chainId, chain)
  }
  return [...chains.values()]
}
