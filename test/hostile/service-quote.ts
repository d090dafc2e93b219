import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { nativeRequest, sameChainRequest, signedRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf } from '../harness/chains.ts'
import { type More, quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest, setLeastOutput } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

const lieAt = (path: string, value: unknown) =>
  quoteLie(`quote, ${path} is ${JSON.stringify(value)?.slice(0, 40)}`, (quote) =>
    writePath(quote, path, value),
  )

const absurd = ['1e18', '0x10', '1.0', ' 1', '01', '-1', '', 'NaN', '9'.repeat(80), 1_500_000, null, []]
const amountFields = [
  'input.amount',
  'autoRoute.output.amount',
  'autoRoute.output.minAmountOut',
  'autoRoute.output.effectiveAmount',
]
const amounts = amountFields.flatMap((path, row) =>
  absurd.filter((_, column) => column % amountFields.length === row).map((value) => lieAt(path, value)),
)

const echoes = [
  lieAt('originChainId', island.chainId),
  lieAt('destinationChainId', harbour.chainId),
  lieAt('userAddress', attacker),
  lieAt('receiverAddress', attacker),
  lieAt('receiverAddress', zeroAddress),
  lieAt('input.amount', '1500001'),
  lieAt('input.amount', '150000'),
  lieAt('input.token.address', tokenOf(harbour, 'DAI').address),
  lieAt('input.token.chainId', island.chainId),
  lieAt('autoRoute.output.token.address', tokenOf(island, 'DAI').address),
  lieAt('autoRoute.output.token.chainId', harbour.chainId),
  lieAt('autoRoute.output.token.address', nativeAddress),
  lieAt('autoRoute.requestType', 'SWAP_REQUEST'),
  lieAt('autoRoute.userOp', 'tx'),
  lieAt('autoRoute.requestHash', `0x${'66'.repeat(32)}`),
  lieAt('autoRoute.requestHash', '0x66'),
  lieAt('autoRoute.quoteExpiry', 1_800_000_060_000),
  lieAt('autoRoute.quoteExpiry', 1_799_999_000),
  lieAt('autoRoute.quoteExpiry', null),
  lieAt('destinationExec', { destinationPayload: '0xdeadbeef', destinationGasLimit: '800000' }),
  lieAt('autoRoute.refuel', {
    input: null,
    output: { token: tokenOf(island, 'native'), amount: '1000000000000000000' },
  }),
]

type Promised = Parameters<typeof setLeastOutput>[3]

/** Sets every promised amount, and the least in the request. */
const promised = (name: string, least: string, more: Promised, about?: More) =>
  quoteLie(name, (quote, request) => setLeastOutput(quote, request, least, more), about)

const promises = [
  promised('a promise of nine tenths less, as it is', '148500', { amount: '148500', effective: '148500' }),
  promised('a promise that holds and a minimum of one unit', '1', {}),
  promised('a minimum of nothing', '0', {}),
  promised('an amount of zero above a minimum', '1477575', { amount: '0' }),
  promised('an amount of zero after fees', '1477575', { effective: '0' }),
  promised('an amount below its own minimum', '1477575', { amount: '1000000', effective: '1000000' }),
  promised('everything is zero', '0', { amount: '0', effective: '0' }),
  promised('a promise of 10^71', '1477575', { amount: `1${'0'.repeat(71)}` }),
  promised('a promise of 10^71 after fees', '1477575', { effective: `1${'0'.repeat(71)}` }),
  promised('a minimum of 10^71', `1${'0'.repeat(71)}`, {
    amount: `1${'0'.repeat(71)}`,
    effective: `1${'0'.repeat(71)}`,
  }),
  promised('a promise ten times the input', '14000000', { amount: '15000000', effective: '15000000' }),
  promised('half at worst, by its own slippage', '742500', {}),
  promised('a fifth less at worst, by its own slippage', '1188000', {}),
]

/**
 * Some deployments send no `effectiveAmount`. Then nothing limits the distance between promise and minimum.
 */
const withoutEffective = ['148500', '742500', '1188000', '1410750'].map((least) =>
  quoteLie(`${least} at least of a promise without what is left after fees`, (quote, quoteRequest) => {
    writePath(quote, 'autoRoute.output.effectiveAmount', null)
    setLeastOutput(quote, quoteRequest, least)
  }),
)

/** What a later quote signs for, and other amounts that it promises. */
const later: readonly (readonly [string, string, Promised, More?])[] = [
  ['signs for one unit', '1', { amount: '1', effective: '1' }, {}],
  ['signs for one unit, and the offer is taken', '1', { amount: '1', effective: '1' }],
  ['promises as much and signs for a tenth, and the offer is taken', '148500', {}],
]

const signedLess = [
  quoteLie('signs one unit less than the quote says', (quote, quoteRequest) =>
    forgeRequest(quote, quoteRequest, (witness) => writePath(witness, 'basicReq.minOutputAmount', '1477574')),
  ),
  quoteLie('says one unit more than is signed', (quote) =>
    writePath(quote, 'autoRoute.output.minAmountOut', '1477576'),
  ),
  ...later.map(([what, least, more, about = { takesOffer: true }]) =>
    promised(`the next quote ${what}`, least, more, { isAfterReview: true, ...about }),
  ),
  quoteLie(
    'the next quote promises nothing and signs for a tenth, and the offer is taken',
    (quote, quoteRequest) => {
      writePath(quote, 'autoRoute.output.effectiveAmount', null)
      setLeastOutput(quote, quoteRequest, '148500', { amount: '0' })
    },
    { isAfterReview: true, takesOffer: true },
  ),
]

const slippage = [
  lieAt('autoRoute.slippage', 99),
  lieAt('autoRoute.slippage', -1),
  lieAt('autoRoute.slippage', 100),
  lieAt('autoRoute.estimatedTime', 1e12),
  quoteLie('a slippage of 99 % in the words, and half in what is signed', (quote, quoteRequest) => {
    writePath(quote, 'autoRoute.slippage', 99)
    setLeastOutput(quote, quoteRequest, '742500')
  }),
]

const approvals: readonly SwapLie[] = [
  ['without limit', { amount: String(2n ** 256n - 1n) }],
  ['to the attacker', { spenderAddress: attacker }],
  ['to the person', { spenderAddress: signedRequest.userAddress }],
  ['of another token', { tokenAddress: tokenOf(harbour, 'DAI').address }],
].map(([word, part]) =>
  quoteLie(
    `approval data ${word}`,
    (quote) =>
      writePath(quote, 'autoRoute.approvalData', {
        spenderAddress: harbour.permit2,
        amount: '1500000',
        tokenAddress: signedRequest.inputToken,
        userAddress: signedRequest.userAddress,
        ...(part as object),
      }),
    // Ferry requests an approval only when there is none.
    { isAfterReview: true },
  ),
)

const ways = [
  quoteLie('a native route by a signature', (quote) => writePath(quote, 'autoRoute.userOp', 'sign'), {
    request: nativeRequest,
  }),
  quoteLie(
    'a same-chain route under a cross-chain type',
    (quote) => writePath(quote, 'autoRoute.requestType', 'SINGLE_OUTPUT_REQUEST'),
    { request: sameChainRequest },
  ),
]

export const quoteLies: readonly SwapLie[] = [
  ...amounts,
  ...echoes,
  ...promises,
  ...withoutEffective,
  ...signedLess,
  ...slippage,
  ...approvals,
  ...ways,
]
