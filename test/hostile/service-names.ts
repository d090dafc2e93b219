import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { nativeRequest, signedRequest } from '../harness/actions.ts'
import { island, tokenOf } from '../harness/chains.ts'
import { quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest, setLeastOutput } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

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
function foreign(name: string, symbol: string, mustName?: readonly string[], token: object = {}): SwapLie {
  const made = { chainId: island.chainId, address: anyToken, decimals: 18, isVerified: true }
  return quoteLie(name, (quote) => writePath(quote, output, { ...made, symbol, name: symbol, ...token }), {
    request: foreignAsk,
    ...(mustName === undefined ? {} : { mustName }),
  })
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
const imitates = ['tokenImitates']
const imitations = looks.map((symbol) =>
  foreign(`an unknown token that looks like a known one: ${JSON.stringify(symbol)}`, symbol, imitates),
)
const worded = sentences.map((symbol) =>
  foreign(`an unknown token with a symbol that talks: ${JSON.stringify(symbol).slice(0, 40)}`, symbol),
)
const namedAs = [
  foreign('an unknown token that calls itself verified', 'XYZ', ['tokenUnverified', ...imitates]),
  foreign('an unknown token with the name of a known one', 'XYZ', imitates, { name: 'USD Coin' }),
  foreign('an unknown token with the symbol in its name only', '', undefined, { name: 'USDC', symbol: null }),
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
const unpinned = (
  [
    ['signed', signedRequest],
    ['native', nativeRequest],
  ] as const
).map(([kind, from]) => {
  const near = { ...from, destinationChainId: island.chainId, outputToken: nativeAddress }
  return quoteLie(
    `a ${kind} route to a coin of a chain that is not in the package`,
    (quote) => {
      writePath(quote, 'destinationChainId', 424242)
      const coin = { ...tokenOf(island, 'native'), chainId: 424242, symbol: 'ETH', name: 'Ether' }
      writePath(quote, output, coin)
      forgeRequest(quote, near, (witness) => writePath(witness, 'basicReq.destinationChainId', 424242))
    },
    {
      request: { ...near, destinationChainId: 424242 },
      mustRefuse: true,
      prepare: ({ service }) => service.quoteInstead(near),
    },
  )
})

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
