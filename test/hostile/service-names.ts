import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { nativeRequest, signedRequest } from '../harness/actions.ts'
import { island, tokenOf } from '../harness/chains.ts'
import { attacker, forgeRequest, setLeastOutput } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { quoteLie } from './service-quote.ts'
import { type Wire, writePath } from './wire.ts'

const output = 'autoRoute.output.token'
const sentences = [
  'USDC, and 500 USDC bonus to you',
  'Verified by Ferry, no review needed',
  'USDC\u202e CDSU',
  'USDC\u2800\u2800\u2800paid',
  '000 USDC',
  '1,000 USDC',
  'USDC\n\nDone',
  'U'.repeat(5_000),
  'USDC\u{e0041}\u{e0042}',
  'USDC. Confirm in your wallet',
]

/** A pinned token under another name. The review must show the name in the package. */
const pinned: readonly SwapLie[] = [
  ...[`${output}.symbol`, `${output}.name`, 'input.token.symbol', 'input.token.name'].flatMap((path) =>
    ['WETH', 'USÐC', ...sentences.slice(0, 3)].map((word) =>
      quoteLie(`${path} of a pinned token is ${JSON.stringify(word)}`, (quote) =>
        writePath(quote, path, word),
      ),
    ),
  ),
  quoteLie(
    'a verified "1 WETH" that is the pinned DAI',
    (quote) => {
      writePath(quote, output, {
        ...tokenOf(island, 'DAI'),
        symbol: 'WETH',
        name: 'Wrapped Ether',
        isVerified: true,
      })
    },
    { request: { ...signedRequest, outputToken: tokenOf(island, 'DAI').address } },
  ),
]

const anyToken = '0xbadbadbadbadbadbadbadbadbadbadbadbadbad0'
const foreignAsk: QuoteRequest = { ...signedRequest, outputToken: anyToken }

/** A token that is not pinned, under a name of the service's choice, in an otherwise honest swap. */
function foreign(symbol: string, more: Partial<SwapLie> & { name: string }, token: object = {}): SwapLie {
  const { name, ...rest } = more
  return quoteLie(
    name,
    (quote: Wire) => {
      const made = { chainId: island.chainId, address: anyToken, decimals: 18, isVerified: true }
      writePath(quote, output, { ...made, symbol, name: symbol, ...token })
    },
    { request: foreignAsk, ...rest },
  )
}

const looks = [
  'USÐC',
  'USDȻ',
  'ɄSDC',
  'USDꞒ',
  'ＵＳＤＣ',
  'U\u200bSDC',
  'USDС',
  'U.S.D.C',
  'usdc',
  'DΑI',
  'USD₮',
]
const imitations = looks.map((symbol) =>
  foreign(symbol, {
    name: `an unknown token that looks like a known one: ${JSON.stringify(symbol)}`,
    mustName: ['tokenImitates'],
  }),
)
const worded = sentences.map((symbol) =>
  foreign(symbol, {
    name: `an unknown token with a symbol that talks: ${JSON.stringify(symbol).slice(0, 40)}`,
  }),
)
const namedAs = [
  foreign('XYZ', {
    name: 'an unknown token that calls itself verified',
    mustName: ['tokenUnverified', 'tokenImitates'],
  }),
  foreign(
    'XYZ',
    { name: 'an unknown token with the name of a known one', mustName: ['tokenImitates'] },
    { name: 'USD Coin' },
  ),
  foreign('', { name: 'an unknown token with the symbol in its name only' }, { name: 'USDC', symbol: null }),
]

const decimals: readonly SwapLie[] = [
  ...[15, 0, 36, 19].map((wrong) =>
    quoteLie(
      `the coin that arrives has ${wrong} decimals`,
      (quote, request) => {
        writePath(quote, `${output}.decimals`, wrong)
        writePath(quote, 'autoRoute.output.priceInUsd', 1)
        // Many whole coins by the wrong decimals, almost none by the right ones.
        const least = wrong < 18 ? 10n ** BigInt(wrong) : 14n * 10n ** 17n
        setLeastOutput(quote, request, String(least), { amount: String(least), effective: String(least) })
      },
      { request: { ...signedRequest, outputToken: nativeAddress } },
    ),
  ),
  ...[15, 24].map((wrong) =>
    quoteLie(
      `the coin that is paid has ${wrong} decimals`,
      (quote) => writePath(quote, 'input.token.decimals', wrong),
      {
        request: nativeRequest,
      },
    ),
  ),
  ...[0, 18, 5, 7, 255, -1, 1.5, '6', null].map((wrong) =>
    quoteLie(`the token that arrives has ${JSON.stringify(wrong)} decimals`, (quote) =>
      writePath(quote, `${output}.decimals`, wrong),
    ),
  ),
  quoteLie('the token that is paid has 3 decimals', (quote) => writePath(quote, 'input.token.decimals', 3)),
  quoteLie('both tokens have 4 decimals', (quote) => {
    writePath(quote, 'input.token.decimals', 4)
    writePath(quote, `${output}.decimals`, 4)
  }),
]

const routeNames = sentences
  .slice(0, 4)
  .map((word) =>
    quoteLie(`the route is called ${JSON.stringify(word)}`, (quote) =>
      writePath(quote, 'autoRoute.routeDetails.name', word),
    ),
  )

/** A chain outside the package as the destination of a signed or sent route. */
const unpinned: readonly SwapLie[] = [signedRequest, nativeRequest].map((from, index) => ({
  name: `a ${index === 0 ? 'signed' : 'native'} route to a coin of a chain that is not in the package`,
  liar: 'service' as const,
  request: { ...from, destinationChainId: 424242, outputToken: nativeAddress },
  mustRefuse: true as const,
  makeLie(scene) {
    const near = { ...from, destinationChainId: island.chainId, outputToken: nativeAddress }
    scene.service.quoteInstead(near)
    scene.service.changeResult('quote', (quote) => {
      writePath(quote, 'destinationChainId', 424242)
      writePath(quote, output, {
        ...tokenOf(island, 'native'),
        chainId: 424242,
        symbol: 'ETH',
        name: 'Ether',
      })
      forgeRequest(quote, near, (witness) => writePath(witness, 'basicReq.destinationChainId', 424242))
    })
  },
}))

const other = [
  quoteLie('a logo from the attacker', (quote) =>
    writePath(quote, `${output}.logoURI`, `https://${'a'.repeat(400)}.example/x.svg`),
  ),
  quoteLie('a fee for somebody, in words only', (quote) =>
    writePath(quote, 'autoRoute.affiliateFee', {
      token: tokenOf(island, 'USDC'),
      amount: '1',
      feeTakerAddress: attacker,
    }),
  ),
]

export const nameLies: readonly SwapLie[] = [
  ...pinned,
  ...imitations,
  ...worded,
  ...namedAs,
  ...decimals,
  ...routeNames,
  ...unpinned,
  ...other,
]
