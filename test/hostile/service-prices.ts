import type { Holding } from '../../lib/service/token.ts'
import { sameChainRequest, signedRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf } from '../harness/chains.ts'
import { quoteLie } from './answer-lie.ts'
import { setLeastOutput } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

const input = 'input'
const output = 'autoRoute.output'

/** False valuations that make a loss look small. */
const stories: readonly (readonly [string, (quote: Wire) => void])[] = [
  ['what is paid is worth a cent', (quote) => prices(quote, 0.01, 1)],
  ['what arrives is worth a hundred dollars each', (quote) => prices(quote, 1, 100)],
  ['nothing is worth anything', (quote) => prices(quote, 0, 0)],
  ['nothing has a price', (quote) => prices(quote, null, null)],
  ['only what is paid has a price', (quote) => prices(quote, 1, null)],
  ['only what arrives has a price', (quote) => prices(quote, null, 1)],
  [
    'the values are not the prices times the amounts',
    (quote) => {
      writePath(quote, `${input}.valueInUsd`, 0.01)
      writePath(quote, `${output}.valueInUsd`, 1_000_000)
    },
  ],
  ['the value after fees is another one', (quote) => writePath(quote, `${output}.effectiveValueInUsd`, 1.49)],
  [
    'a million is left after every cost',
    (quote) => {
      writePath(quote, `${output}.effectiveValueInUsd`, 1_000_000)
      writePath(quote, `${output}.effectiveReceivedInUsd`, 1_000_000)
    },
  ],
  [
    'nothing that arrives has a price, but what is left is as much as was paid',
    (quote) => {
      writePath(quote, `${output}.priceInUsd`, null)
      writePath(quote, `${output}.valueInUsd`, null)
      writePath(quote, `${output}.effectiveReceivedInUsd`, 1.5)
    },
  ],
  ['the value is 10^71 dollars', (quote) => writePath(quote, `${output}.valueInUsd`, `1${'0'.repeat(71)}`)],
]

function prices(quote: Wire, paid: number | null, arriving: number | null): void {
  writePath(quote, `${input}.priceInUsd`, paid)
  writePath(quote, `${output}.priceInUsd`, arriving)
}

const losses = [
  ['nine tenths', '148500'],
  ['all but a thousandth', '1500'],
  ['a third', '1000000'],
] as const

const lost: readonly SwapLie[] = losses.flatMap(([word, least]) =>
  stories.map(([story, notify]) =>
    quoteLie(`${word} lost, and ${story}`, (quote, request) => {
      setLeastOutput(quote, request, least, { amount: least, effective: least })
      notify(quote)
    }),
  ),
)

/** The list of holdings comes from the service too. */
const lists: readonly (readonly [string, readonly Holding[]])[] = [
  ['what is paid as worthless', holdings('0.000001', '1')],
  ['what arrives as dear', holdings('1', '1000')],
]

function holdings(paid: string, arriving: string): readonly Holding[] {
  const held = (chainId: number, address: string, price: string): Holding => ({
    chainId,
    address,
    balance: '1000000',
    balanceInUsd: price,
  })
  return [
    held(harbour.chainId, signedRequest.inputToken, paid),
    held(island.chainId, signedRequest.outputToken, arriving),
  ]
}

const listed = lists.map(([word, made]) =>
  quoteLie(
    `nine tenths lost, and its list has ${word}`,
    (quote, request) => {
      setLeastOutput(quote, request, '148500', { amount: '148500', effective: '148500' })
      prices(quote, 0.1, 1)
    },
    {
      prepare: ({ world }) => {
        world.reportedHoldings = made
      },
    },
  ),
)

const huge = `1${'0'.repeat(64)}`
const absurd: readonly SwapLie[] = [
  ...(['gasFee', 'routeDetails.routeFee', 'affiliateFee'] as const).map((path) =>
    quoteLie(
      `a fee of 10^64 for nothing, as ${path}`,
      (quote) => {
        const token = tokenOf(harbour, 'USDC')
        const fee = { token, gasToken: token, amount: huge, estimatedFee: huge, feeInUsd: 0 }
        writePath(quote, `autoRoute.${path}`, fee)
      },
      { mustRefuse: true },
    ),
  ),
  quoteLie('a price of 400 letters', (quote) => writePath(quote, `${input}.priceInUsd`, '1'.repeat(400)), {
    mustRefuse: true,
  }),
  quoteLie('a price of 400 places', (quote) =>
    writePath(quote, `${input}.priceInUsd`, `0.${'1'.repeat(398)}`),
  ),
  quoteLie('a price below nothing', (quote) => writePath(quote, `${output}.priceInUsd`, -1), {
    mustRefuse: true,
  }),
  quoteLie(
    'a third lost on one chain, and what is paid is worth a cent',
    (quote, request) => {
      const least = String(10n ** 18n)
      setLeastOutput(quote, request, least, { amount: least, effective: least })
      prices(quote, 0.01, 1)
    },
    { request: sameChainRequest },
  ),
]

export const priceLies: readonly SwapLie[] = [...lost, ...listed, ...absurd]
