import { encodeFunctionData, erc20Abi } from 'viem'
import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { harbour, inboxOf, island, tokenOf } from '../harness/chains.ts'
import { quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { readPath, type Wire, writePath } from './wire.ts'

const word = (request: QuoteRequest) => (request === nativeRequest ? 'native' : 'inbox')
const usdc = tokenOf(harbour, 'USDC').address

/** Each member of the request in the calldata changed, with a matching hash. */
const members: readonly (readonly [string, unknown])[] = [
  ['basicReq.originChainId', String(island.chainId)],
  ['basicReq.destinationChainId', '31339'],
  ['basicReq.deadline', '4000000000'],
  ['basicReq.nonce', '1'],
  ['basicReq.sender', attacker],
  ['basicReq.receiver', attacker],
  ['basicReq.delegate', attacker],
  ['basicReq.exchangeGateway', attacker],
  ['basicReq.switchboardId', '8'],
  ['basicReq.inputToken', tokenOf(harbour, 'DAI').address],
  ['basicReq.inputAmount', '1'],
  ['basicReq.outputToken', tokenOf(island, 'DAI').address],
  ['basicReq.minOutputAmount', '1'],
  ['basicReq.refuelAmount', '1000'],
  ['swapOutputToken', attacker],
  ['minSwapOutput', '1'],
  ['affiliateFees', `0x${attacker.slice(2).padStart(64, '0')}${'f'.padStart(64, '0')}`],
  ['minDestGas', '800000'],
  ['destinationPayload', '0xdeadbeef'],
  ['exclusiveTransmitter', attacker],
]

const requests = [inboxRequest, nativeRequest].flatMap((request) =>
  members.map(([path, value]) =>
    quoteLie(
      `${word(request)} calldata, ${path}`,
      (quote, requested) => forgeRequest(quote, requested, (witness) => writePath(witness, path, value)),
      { request },
    ),
  ),
)

const refunds = [inboxRequest, nativeRequest].map((request) =>
  quoteLie(
    `${word(request)} calldata, refunds go to the attacker`,
    (quote, requested) => forgeRequest(quote, requested, () => undefined, attacker),
    { request },
  ),
)

const call = (functionName: 'transfer' | 'approve') =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [attacker, 1_500_000n] })

const transactions: readonly (readonly [string, (transaction: Wire) => void])[] = [
  ['goes to the attacker', (one) => writePath(one, 'to', attacker)],
  ['goes to the token', (one) => writePath(one, 'to', usdc)],
  ['goes to Permit2', (one) => writePath(one, 'to', harbour.permit2)],
  ['goes to the gateway', (one) => writePath(one, 'to', harbour.gateways[0])],
  [
    'goes to an address that begins and ends like the inbox',
    (one) => writePath(one, 'to', poisoned(inboxOf(harbour))),
  ],
  ['is a transfer to the attacker', (one) => Object.assign(one, { to: usdc, data: call('transfer') })],
  ['approves the attacker', (one) => Object.assign(one, { to: usdc, data: call('approve') })],
  ['is a transfer, sent to the inbox', (one) => writePath(one, 'data', call('transfer'))],
  [
    'sends ten times the coins',
    (one) => writePath(one, 'value', String(BigInt(nativeRequest.inputAmount) * 10n)),
  ],
  [
    'sends one unit more',
    (one) => writePath(one, 'value', String(BigInt(String(readPath(one, 'value'))) + 1n)),
  ],
  ['sends coins in hex', (one) => writePath(one, 'value', '0xde0b6b3a7640000')],
  ['has bytes after its end', (one) => writePath(one, 'data', `${readPath(one, 'data')}${'00'.repeat(32)}`)],
  [
    'has the selector of a withdrawal',
    (one) => writePath(one, 'data', `0xdeadbeef${String(readPath(one, 'data')).slice(10)}`),
  ],
  ['is for another chain', (one) => writePath(one, 'chainId', island.chainId)],
  ['has 200 kB of calldata', (one) => writePath(one, 'data', `0x${'00'.repeat(200_000)}`)],
  ['has half a byte', (one) => writePath(one, 'data', '0x123')],
  ['has no data', (one) => writePath(one, 'data', '0x')],
]

function poisoned(address: string): string {
  return `${address.slice(0, 8)}${'0'.repeat(28)}${address.slice(-6)}`
}

const calls = [inboxRequest, nativeRequest].flatMap((request) =>
  transactions.map(([what, change]) =>
    quoteLie(
      `${word(request)}, the transaction ${what}`,
      (quote) => change(readPath(quote, 'autoRoute.txData') as Wire),
      { request },
    ),
  ),
)

const notRequested = [
  quoteLie('a signed route is dressed as a transaction to the attacker', (quote) => {
    writePath(quote, 'autoRoute.userOp', 'tx')
    writePath(quote, 'autoRoute.txData', {
      to: attacker,
      data: '0x',
      value: '1000000000000000',
      chainId: 31337,
    })
  }),
  quoteLie('a signed route carries a transaction too', (quote) =>
    writePath(quote, 'autoRoute.txData', {
      to: attacker,
      data: '0x',
      value: '1000000000000000',
      chainId: 31337,
    }),
  ),
  quoteLie(
    'a native route carries Solana instructions',
    (quote) => writePath(quote, 'autoRoute.txData', { data: { instructions: [] }, value: '0' }),
    { request: nativeRequest },
  ),
]

const wrapped = tokenOf(harbour, 'WHETH').address
const wrappedRequest: QuoteRequest = {
  ...signedRequest,
  inputToken: wrapped,
  inputAmount: nativeRequest.inputAmount,
}
const value = (quote: Wire, units: string) => writePath(quote, 'autoRoute.txData.value', units)

/**
 * The native currency is paid as value. The request names it by its constant or by its wrapped token, with
 * exactly that value.
 */
const coins: readonly SwapLie[] = [
  ...[
    ['a third token', usdc],
    ['the wrapped coin of another chain', tokenOf(island, 'WISLE').address],
    ['no token at all', zeroAddress],
  ].map(([what = '', token]) =>
    quoteLie(
      `native, the request names ${what}`,
      (quote, quoteRequest) =>
        forgeRequest(quote, quoteRequest, (witness) => writePath(witness, 'basicReq.inputToken', token)),
      { request: nativeRequest },
    ),
  ),
  ...['0', '1', '9999999999999999', '10000000000000001'].flatMap((units) => [
    quoteLie(`native, the wrapped coin with a value of ${units}`, (quote) => value(quote, units), {
      request: nativeRequest,
    }),
    quoteLie(
      `native, the constant with a value of ${units}`,
      (quote, quoteRequest) => {
        forgeRequest(quote, quoteRequest, (witness) =>
          writePath(witness, 'basicReq.inputToken', nativeAddress),
        )
        value(quote, units)
      },
      { request: nativeRequest },
    ),
  ]),
  quoteLie(
    'native, the request is for more than its value',
    (quote, quoteRequest) =>
      forgeRequest(quote, quoteRequest, (witness) =>
        writePath(witness, 'basicReq.inputAmount', '10000000000000001'),
      ),
    { request: nativeRequest },
  ),
  quoteLie(
    'a token through the inbox becomes the wrapped coin, with its amount as value',
    (quote, quoteRequest) => {
      forgeRequest(quote, quoteRequest, (witness) => writePath(witness, 'basicReq.inputToken', wrapped))
      value(quote, inboxRequest.inputAmount)
    },
    { request: inboxRequest },
  ),
  ...['0', nativeRequest.inputAmount].map((units) =>
    quoteLie(
      `the wrapped coin goes through the inbox as a token, with a value of ${units}`,
      (quote) => value(quote, units),
      {
        request: wrappedRequest,
        mustRefuse: true,
        prepare({ world, markLieMade }) {
          world.service.viaInbox = true
          markLieMade()
        },
      },
    ),
  ),
]

export const transactionLies: readonly SwapLie[] = [
  ...requests,
  ...refunds,
  ...calls,
  ...coins,
  ...notRequested,
]
