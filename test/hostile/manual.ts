import { encodeAbiParameters, encodeFunctionData, erc20Abi } from 'viem'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  manualRequest,
  nativeRequest,
  sameChainManualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, harbour, inboxOf, island, tokenOf, user } from '../harness/chains.ts'
import { buildTransaction, createManualRoute, manualCall, manualSelector } from '../harness/honest-routes.ts'
import { buildLie, type More, quoteLie } from './answer-lie.ts'
import { attacker } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

const usdc = tokenOf(harbour, 'USDC').address
const target = harbour.manualTargets[0] ?? attacker
const listedSpender = harbour.manualSpenders?.[0] ?? attacker
const nativeManual: QuoteRequest = { ...nativeRequest, options: { enableManual: true } }

const words = new Map([
  [manualRequest, 'manual'],
  [nativeManual, 'native manual'],
  [sameChainManualRequest, 'same-chain manual'],
])

/** The person requested manual routes and chose one. The built transaction lies. */
const built = (
  what: string,
  change: (transaction: Wire, scene: Scene) => void,
  { request = manualRequest, ...more }: More = {},
) =>
  buildLie(`${words.get(request)}, ${what}`, (answer, scene) => change(answer.txData as Wire, scene), {
    request,
    choice: acrossRoute,
    ...more,
  })

type Fields = { [name in (typeof manualCall)[number]['name']]?: unknown }

function callWith(request: QuoteRequest, fields: Fields): string {
  const honest: { [name: string]: unknown } = {
    inputToken: request.inputToken,
    inputAmount: BigInt(request.inputAmount),
    nativeFee: 0n,
    destinationChainId: BigInt(request.destinationChainId),
    outputToken: request.outputToken,
    outputAmount: 1_477_575n,
    receiver: user,
    ...fields,
  }
  const values = manualCall.map(({ name }) => honest[name])
  return `${manualSelector}${encodeAbiParameters(manualCall as readonly { name: string; type: string }[], values).slice(2)}`
}

const hidden: readonly (readonly [string, Fields])[] = [
  ['somebody else is paid', { receiver: attacker }],
  ['one unit arrives', { outputAmount: 1n }],
  ['another token arrives', { outputToken: tokenOf(island, 'DAI').address }],
  ['another chain is paid on', { destinationChainId: 31339n }],
  ['ten times as much is taken, by an old allowance', { inputAmount: 15_000_000n }],
  ['another token is taken, by an old allowance', { inputToken: tokenOf(harbour, 'DAI').address }],
]

const behind = [
  ...hidden.map(([what, fields]) =>
    built(`behind an honest target ${what}`, (transaction, { world, request }) => {
      const { ledger } = world.chain
      for (const token of [usdc, tokenOf(harbour, 'DAI').address]) {
        ledger.give(harbour.chainId, token, user, 10n ** 9n)
        ledger.allow(harbour.chainId, token, user, 10n ** 9n, target)
      }
      writePath(transaction, 'data', callWith(request, fields))
    }),
  ),
  ...hidden.slice(0, 5).map(([what, fields]) =>
    built(
      `behind an honest target ${what}`,
      (transaction, { request, world }) => {
        world.chain.ledger.allow(harbour.chainId, usdc, user, 10n ** 9n, target)
        const least = 1_477_575n * 10n ** 12n
        writePath(transaction, 'data', callWith(request, { outputAmount: least, ...fields }))
      },
      { request: sameChainManualRequest },
    ),
  ),
]

const transfer = (to: `0x${string}`) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_500_000n] })
const approve = (to: `0x${string}`) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 2n ** 256n - 1n] })
const behindId = (data: string) => `0x000001a7${data.slice(2)}`

const targets: readonly (readonly [string, (transaction: Wire) => void])[] = [
  ['goes to the attacker', (one) => writePath(one, 'to', attacker)],
  ['goes to the token', (one) => writePath(one, 'to', usdc)],
  ['goes to Permit2', (one) => writePath(one, 'to', harbour.permit2)],
  ['goes to the inbox', (one) => writePath(one, 'to', inboxOf(harbour))],
  ['is a transfer to the attacker', (one) => Object.assign(one, { to: usdc, data: transfer(attacker) })],
  ['approves the attacker without limit', (one) => Object.assign(one, { to: usdc, data: approve(attacker) })],
  ['has the selector of approve', (one) => writePath(one, 'data', approve(attacker))],
  ['has approve behind a route id', (one) => writePath(one, 'data', behindId(approve(attacker)))],
  ['has a transfer behind a route id', (one) => writePath(one, 'data', behindId(transfer(attacker)))],
  [
    'has transferFrom behind a route id',
    (one) => writePath(one, 'data', behindId(`0x23b872dd${'00'.repeat(96)}`)),
  ],
  [
    'has a permit behind a route id',
    (one) => writePath(one, 'data', behindId(`0xd505accf${'00'.repeat(224)}`)),
  ],
  [
    'has increaseAllowance behind a route id',
    (one) => writePath(one, 'data', behindId(`0x39509351${'00'.repeat(64)}`)),
  ],
  ['sends coins above the cap', (one) => writePath(one, 'value', '20000000000000001')],
  ['sends all coins', (one) => writePath(one, 'value', '900000000000000000')],
  ['is for another chain', (one) => writePath(one, 'chainId', island.chainId)],
  ['has no data', (one) => writePath(one, 'data', '0x')],
  ['has 200 kB of data', (one) => writePath(one, 'data', `${manualSelector}${'00'.repeat(200_000)}`)],
  ['has data that is an object', (one) => writePath(one, 'data', { instructions: [] })],
  ['has a value that is a number', (one) => writePath(one, 'value', 1)],
]

const approvalBy = ({ request: { inputToken, inputAmount } }: Scene, spenderAddress: string) => ({
  spenderAddress,
  amount: inputAmount,
  tokenAddress: inputToken,
  userAddress: user,
})

/** The built transaction names a contract that takes the token. */
const tokenTaker = (what: string, spender: string, more: More) =>
  buildLie(
    `manual, its token is taken by ${what}`,
    (answer, scene) => {
      answer.approvalData = approvalBy(scene, spender)
    },
    { request: manualRequest, choice: acrossRoute, ...more },
  )

const spenders = (
  [
    ['the attacker', attacker],
    ['the token', usdc],
    ['Permit2', harbour.permit2],
    ['the person', user],
    ['the inbox', inboxOf(harbour)],
  ] as const
).map(([who, spender]) => tokenTaker(who, spender, { mustRefuse: true }))

const late = { request: manualRequest, choice: acrossRoute, isAfterReview: true } as const

/** Transactions that are built again after the review, when the first quote has expired. */
const grown: readonly SwapLie[] = [
  built(
    'the fee in coins grows tenfold after the review',
    (transaction, { request }) => {
      const terms = { quoteId: 'x', nowSeconds: 0, quoteLifeSeconds: 60, promisedUnits: 1_485_000n }
      Object.assign(
        transaction,
        buildTransaction(request, createManualRoute(request, 'Across', terms), 2n * 10n ** 16n),
      )
    },
    {
      ...late,
      prepare: ({ world }) => {
        world.service.nativeFee = 2n * 10n ** 15n
      },
    },
  ),
  built(
    'a fee in coins appears after the review',
    (one) => writePath(one, 'value', '20000000000000000'),
    late,
  ),
  built('another target after the review', (one) => writePath(one, 'to', inboxOf(harbour)), late),
  built(
    'another receiver after the review',
    (one, { request }) => writePath(one, 'data', callWith(request, { receiver: attacker })),
    late,
  ),
  tokenTaker('a listed contract instead of the target after the review', listedSpender, late),
  {
    ...late,
    name: 'manual, its token is taken by the target instead of the reviewed contract after the review',
    liar: 'service',
    makeLie(scene) {
      scene.service.changeResult('build', (answer, before) => {
        answer.approvalData = approvalBy(scene, before > 0 ? target : listedSpender)
      })
    },
  },
  tokenTaker('the attacker after the review', attacker, late),
  quoteLie(
    'manual, less promised after the review',
    (quote) => writePath(quote, 'manualRoutes.0.output.minAmountOut', '1'),
    late,
  ),
]

/** A manual route that the person did not request, and that pays the attacker. */
const notRequested = (what: string, request: QuoteRequest, change: (quote: Wire) => void) =>
  buildLie(
    `nobody asked for a manual route: ${what}`,
    ({ txData }, scene) => writePath(txData, 'data', callWith(scene.request, { receiver: attacker })),
    {
      request,
      prepare({ request, service, world }) {
        const terms = { nowSeconds: 1_800_000_000, quoteLifeSeconds: 60, promisedUnits: 3_000_000n }
        const route = createManualRoute(request, 'Across', { quoteId: 'unasked', ...terms })
        world.service.manual.set('unasked', { request, route, txData: null })
        const units = request.inputToken === nativeAddress ? 0n : 10n ** 9n
        world.chain.ledger.allow(harbour.chainId, usdc, account.address, units, target)
        service.changeResult('quote', (quote) => {
          quote.manualRoutes = [route]
          change(quote)
        })
      },
    },
  )

const nothingRequested = [
  notRequested('it promises twice as much', signedRequest, () => undefined),
  notRequested('it is the only one', signedRequest, (quote) => writePath(quote, 'autoRoute', null)),
  notRequested('it is paid in coins', nativeRequest, () => undefined),
  notRequested('it calls itself suggested', signedRequest, (quote) =>
    writePath(quote, 'manualRoutes.0.routeTags', ['SUGGESTED']),
  ),
]

export const manualLies: readonly SwapLie[] = [
  ...behind,
  ...targets.map(([what, change]) =>
    built(`the transaction ${what}`, change, /behind a route id|kB/.test(what) ? { mustRefuse: true } : {}),
  ),
  ...targets
    .slice(0, 2)
    .map(([what, change]) => built(`the transaction ${what}`, change, { request: nativeManual })),
  built('the transaction sends twice the coins', (one) => writePath(one, 'value', '20000000000000000'), {
    request: nativeManual,
  }),
  ...spenders,
  ...grown,
  ...nothingRequested,
]
