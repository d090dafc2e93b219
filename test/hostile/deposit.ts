import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { quoteLie } from './answer-lie.ts'
import { attacker } from './forge.ts'
import { kinds } from './kinds.ts'
import type { SwapLie } from './lie.ts'
import { readPath, type Wire, writePath } from './wire.ts'

const usdc = tokenOf(harbour, 'USDC').address
const chosen = kinds.deposit
const nativeDeposit: QuoteRequest = {
  ...nativeRequest,
  options: { enableDepositAddress: true, refundAddress: user },
}
const olderDeposit: QuoteRequest = {
  ...signedRequest,
  options: { useDepositAddress: true, refundAddress: user },
}

const requestFor = (what: string, path: string, value: unknown) =>
  quoteLie(`deposit, ${what}`, (quote) => writePath(quote, path, value), chosen)

const data = 'deposit.depositData'
const changed = [
  requestFor('the address is the attacker’s', `${data}.address`, attacker),
  requestFor('the address is the token', `${data}.address`, usdc),
  requestFor('the address is nobody', `${data}.address`, zeroAddress),
  requestFor('the address is Permit2', `${data}.address`, harbour.permit2),
  requestFor('the address is the person’s own', `${data}.address`, user),
  requestFor(
    'the address is like the person’s own',
    `${data}.address`,
    `${user.slice(0, 10)}${'0'.repeat(24)}${user.slice(-8)}`,
  ),
  requestFor(
    'the address is of another kind of chain',
    `${data}.address`,
    'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
  ),
  requestFor('more is to be sent', `${data}.amount`, '15000000'),
  requestFor('less is to be sent', `${data}.amount`, '150000'),
  requestFor('another token is to be sent', `${data}.token`, tokenOf(harbour, 'DAI').address),
  requestFor('coins are to be sent', `${data}.token`, nativeAddress),
  requestFor('another chain is to be sent on', `${data}.chainId`, island.chainId),
  requestFor('a memo is to be sent', `${data}.memo`, '12345'),
  requestFor('refunds go to the attacker', 'deposit.refundAddress', attacker),
  requestFor('it ends in seventy years', 'deposit.expiry', 4_000_000_000),
  requestFor('it has ended', 'deposit.expiry', 1_799_999_990),
  requestFor('nothing is promised', 'deposit.output', null),
  requestFor('one unit is promised', 'deposit.output.minAmountOut', '1'),
  requestFor('10^71 is promised', 'deposit.output.minAmountOut', `1${'0'.repeat(71)}`),
  requestFor('another token is promised', 'deposit.output.token.address', tokenOf(island, 'DAI').address),
  requestFor('it has a transaction of its own', 'deposit.txData', { to: attacker, data: '0x', value: '1' }),
]

const worse = [
  quoteLie(
    'deposit, an amount of zero above a minimum',
    (quote) => writePath(quote, 'deposit.output.amount', '0'),
    chosen,
  ),
  quoteLie(
    'deposit, a minimum a tenth of what is promised',
    (quote) => {
      writePath(quote, 'deposit.output.minAmountOut', '148500')
    },
    chosen,
  ),
  quoteLie('deposit of coins to the attacker', (quote) => writePath(quote, `${data}.address`, attacker), {
    ...chosen,
    request: nativeDeposit,
  }),
  quoteLie(
    'deposit of coins, more is to be sent',
    (quote) => writePath(quote, `${data}.amount`, '100000000000000000'),
    {
      ...chosen,
      request: nativeDeposit,
    },
  ),
  quoteLie(
    'deposit of the older kind to the attacker',
    (quote) => {
      writePath(quote, 'depositRoute', {
        depositAddress: attacker,
        quoteId: `0x${'77'.repeat(32)}`,
        userOp: 'tx',
      })
    },
    { ...chosen, request: olderDeposit },
  ),
  quoteLie(
    'deposit of the older kind that refunds the attacker',
    (quote) => {
      writePath(quote, 'depositRoute', {
        depositAddress: attacker,
        quoteId: `0x${'77'.repeat(32)}`,
        refundAddress: attacker,
      })
    },
    { ...chosen, request: olderDeposit },
  ),
]

/** A deposit in a quote that did not request one, with a promise large enough to come first. */
function unrequested(
  what: string,
  shape: 'newer' | 'older',
  amount: string | null,
  request: QuoteRequest = signedRequest,
  more: (quote: Wire) => void = () => undefined,
): SwapLie {
  return quoteLie(
    `nobody asked for a deposit: ${what}`,
    (quote) => {
      const token = readPath(quote, 'autoRoute.output.token') ?? null
      const output = { token, amount, effectiveAmount: amount, minAmountOut: amount }
      const promised = amount === null ? {} : { output }
      const hash = `0x${'77'.repeat(32)}`
      if (shape === 'older') {
        quote.depositRoute = { depositAddress: attacker, quoteId: hash, userOp: 'tx', ...promised }
      } else {
        const { inputToken, inputAmount, originChainId } = request
        quote.deposit = {
          requestHash: hash,
          userOp: 'transfer',
          expiry: 1_800_000_600,
          refundAddress: user,
          depositData: { address: attacker, token: inputToken, amount: inputAmount, chainId: originChainId },
          ...promised,
        }
      }
      more(quote)
    },
    { request },
  )
}

const nothingRequested = [
  unrequested('the newer shape promises twice as much', 'newer', '3000000'),
  unrequested('the older shape promises twice as much', 'older', '3000000'),
  unrequested('the newer shape promises as much', 'newer', '1485001'),
  unrequested('the newer shape promises nothing', 'newer', null),
  unrequested(
    'the older shape next to a route that cannot be signed',
    'older',
    '3000000',
    signedRequest,
    (quote) => writePath(quote, 'autoRoute.userOp', 'dance'),
  ),
  unrequested('it is the only one', 'newer', '3000000', signedRequest, (quote) => {
    quote.autoRoute = null
  }),
  unrequested('it takes coins', 'newer', '10000000000', nativeRequest),
  unrequested('the older shape takes coins', 'older', '10000000000', nativeRequest),
  unrequested('on one chain', 'newer', '3000000000000000000', sameChainRequest),
  unrequested('in a quote with manual routes', 'newer', '3000000', manualRequest),
  unrequested('in a quote with the inbox', 'older', '3000000', inboxRequest),
]

export const depositLies: readonly SwapLie[] = [...changed, ...worse, ...nothingRequested]
