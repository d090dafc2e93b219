import { concat, type Hex, numberToHex } from 'viem'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, sameChainRequest, signedRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf } from '../harness/chains.ts'
import { quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

const taker = '0x00000000000000000000000000000000000fee00'
/** One basis point as a share of 1e16. */
const bps = 10n ** 12n

const withFee = (request: QuoteRequest): QuoteRequest => ({
  ...request,
  options: { ...request.options, feeBps: '50', feeTakerAddress: taker },
})

const requests: readonly (readonly [string, QuoteRequest])[] = [
  ['signed', withFee(signedRequest)],
  ['same-chain', withFee(sameChainRequest)],
  ['inbox', withFee(inboxRequest)],
  ['native', withFee(nativeRequest)],
]

const share = (units: bigint, size = 7): Hex => numberToHex(units, { size })

const fees: readonly (readonly [string, Hex])[] = [
  ['goes to the attacker', concat([attacker, share(50n * bps)])],
  ['is one part in 1e16 more than was requested', concat([taker, share(50n * bps + 1n)])],
  ['is ten times what was requested', concat([taker, share(500n * bps)])],
  ['is everything', concat([taker, share(10n ** 16n)])],
  ['has 26 bytes, as an older generation had', concat([taker, share(50n * bps, 6)])],
  ['has 28 bytes', concat([taker, share(50n * bps, 8)])],
  ['has 64 bytes, an address and an amount', concat([`0x${'00'.repeat(12)}`, taker, share(7_500n, 32)])],
  ['has two takers', concat([taker, share(25n * bps), attacker, share(25n * bps)])],
  ['is a taker alone', taker],
]

/** Fees in the bytes of a request. */
const signed = requests.flatMap(([name, request]) =>
  fees.map(([what, bytes]) =>
    quoteLie(
      `${name}, the fee ${what}`,
      (quote, requested) =>
        forgeRequest(quote, requested, (witness) => writePath(witness, 'affiliateFees', bytes)),
      { request },
    ),
  ),
)

const feeOf = (token: object, amount: string, feeInUsd: number | null) => ({ token, amount, feeInUsd })
const usdc = tokenOf(harbour, 'USDC')

/** Fees in the quote's list of fees, where the bytes are as requested. */
const listedFees: readonly (readonly [string, unknown])[] = [
  ['one unit', feeOf(usdc, '1', 0.000001)],
  ['nothing', feeOf(usdc, '0', 0)],
  ['one unit of another token', feeOf(tokenOf(harbour, 'DAI'), '1', 0)],
  ['one unit of what arrives', feeOf(tokenOf(island, 'USDC'), '1', 0)],
  ['something that cannot be read', { amount: 'none' }],
]

const listed = requests.flatMap(([name, request]) =>
  listedFees.map(([what, fee]) =>
    quoteLie(
      `${name}, the fee is signed as requested and listed as ${what}`,
      (quote) => writePath(quote, 'autoRoute.affiliateFee', fee),
      { request },
    ),
  ),
)

export const feeLies: readonly SwapLie[] = [...signed, ...listed]
