import { encodeFunctionData, erc20Abi } from 'viem'
import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { harbour, inboxOf, island, tokenOf } from '../harness/chains.ts'
import { attacker, forge } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { quoteLie } from './service-quote.ts'
import { at, put, type Wire } from './wire.ts'

const word = (ask: QuoteRequest) => (ask === nativeAsk ? 'native' : 'inbox')
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

const requests = [inboxAsk, nativeAsk].flatMap((ask) =>
  members.map(([path, value]) =>
    quoteLie(
      `${word(ask)} calldata, ${path}`,
      (quote, asked) => forge(quote, asked, (witness) => put(witness, path, value)),
      { ask },
    ),
  ),
)

const refunds = [inboxAsk, nativeAsk].map((ask) =>
  quoteLie(
    `${word(ask)} calldata, refunds go to the attacker`,
    (quote, asked) => forge(quote, asked, () => undefined, attacker),
    { ask },
  ),
)

const call = (functionName: 'transfer' | 'approve') =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [attacker, 1_500_000n] })

/** Changes of the transaction itself. */
const transactions: readonly (readonly [string, (transaction: Wire) => void])[] = [
  ['goes to the attacker', (one) => put(one, 'to', attacker)],
  ['goes to the token', (one) => put(one, 'to', usdc)],
  ['goes to Permit2', (one) => put(one, 'to', harbour.permit2)],
  ['goes to the gateway', (one) => put(one, 'to', harbour.gateways[0])],
  [
    'goes to an address that begins and ends like the inbox',
    (one) => put(one, 'to', poisoned(inboxOf(harbour))),
  ],
  ['is a transfer to the attacker', (one) => Object.assign(one, { to: usdc, data: call('transfer') })],
  ['approves the attacker', (one) => Object.assign(one, { to: usdc, data: call('approve') })],
  ['is a transfer, sent to the inbox', (one) => put(one, 'data', call('transfer'))],
  ['sends ten times the coins', (one) => put(one, 'value', String(BigInt(nativeAsk.inputAmount) * 10n))],
  ['sends one unit more', (one) => put(one, 'value', String(BigInt(String(at(one, 'value'))) + 1n))],
  ['sends coins in hex', (one) => put(one, 'value', '0xde0b6b3a7640000')],
  ['has bytes after its end', (one) => put(one, 'data', `${at(one, 'data')}${'00'.repeat(32)}`)],
  [
    'has the selector of a withdrawal',
    (one) => put(one, 'data', `0xdeadbeef${String(at(one, 'data')).slice(10)}`),
  ],
  ['is for another chain', (one) => put(one, 'chainId', island.chainId)],
  ['has 200 kB of calldata', (one) => put(one, 'data', `0x${'00'.repeat(200_000)}`)],
  ['has half a byte', (one) => put(one, 'data', '0x123')],
  ['has no data', (one) => put(one, 'data', '0x')],
]

function poisoned(address: string): string {
  return `${address.slice(0, 8)}${'0'.repeat(28)}${address.slice(-6)}`
}

const calls = [inboxAsk, nativeAsk].flatMap((ask) =>
  transactions.map(([what, change]) =>
    quoteLie(
      `${word(ask)}, the transaction ${what}`,
      (quote) => change(at(quote, 'autoRoute.txData') as Wire),
      { ask },
    ),
  ),
)

const unasked = [
  quoteLie('a signed route is dressed as a transaction to the attacker', (quote) => {
    put(quote, 'autoRoute.userOp', 'tx')
    put(quote, 'autoRoute.txData', { to: attacker, data: '0x', value: '1000000000000000', chainId: 31337 })
  }),
  quoteLie('a signed route carries a transaction beside', (quote) =>
    put(quote, 'autoRoute.txData', { to: attacker, data: '0x', value: '1000000000000000', chainId: 31337 }),
  ),
  quoteLie(
    'a native route carries Solana instructions',
    (quote) => put(quote, 'autoRoute.txData', { data: { instructions: [] }, value: '0' }),
    { ask: nativeAsk },
  ),
]

const wrapped = tokenOf(harbour, 'WHETH').address
const wrappedAsk: QuoteRequest = { ...signedAsk, inputToken: wrapped, inputAmount: nativeAsk.inputAmount }
const value = (quote: Wire, units: string) => put(quote, 'autoRoute.txData.value', units)

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
      (quote, ask) => forge(quote, ask, (witness) => put(witness, 'basicReq.inputToken', token)),
      { ask: nativeAsk },
    ),
  ),
  ...['0', '1', '9999999999999999', '10000000000000001'].flatMap((units) => [
    quoteLie(`native, the wrapped coin with a value of ${units}`, (quote) => value(quote, units), {
      ask: nativeAsk,
    }),
    quoteLie(
      `native, the constant with a value of ${units}`,
      (quote, ask) => {
        forge(quote, ask, (witness) => put(witness, 'basicReq.inputToken', nativeAddress))
        value(quote, units)
      },
      { ask: nativeAsk },
    ),
  ]),
  quoteLie(
    'native, the request is for more than its value',
    (quote, ask) => forge(quote, ask, (witness) => put(witness, 'basicReq.inputAmount', '10000000000000001')),
    { ask: nativeAsk },
  ),
  quoteLie(
    'a token through the inbox becomes the wrapped coin, with its amount as value',
    (quote, ask) => {
      forge(quote, ask, (witness) => put(witness, 'basicReq.inputToken', wrapped))
      value(quote, inboxAsk.inputAmount)
    },
    { ask: inboxAsk },
  ),
  ...['0', nativeAsk.inputAmount].map(
    (units): SwapLie => ({
      name: `the wrapped coin goes through the inbox as a token, with a value of ${units}`,
      liar: 'service',
      ask: wrappedAsk,
      mustRefuse: true,
      tell(scene) {
        scene.world.service.viaInbox = true
        scene.service.bend('quote', (quote) => value(quote, units))
        scene.told()
      },
    }),
  ),
]

/** Lies of a service in a transaction to the inbox. */
export const transactionLies: readonly SwapLie[] = [...requests, ...refunds, ...calls, ...coins, ...unasked]
