import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'
import type { PageSender } from '../../lib/wallet/connectors/page-tab.ts'
import { createFuzzedHandlers } from '../fuzz/fuzzed-handlers.ts'
import { harbour, island, tokenOf } from '../harness/chains.ts'
import type { OtherLie } from './lie.ts'

const usdc = tokenOf(harbour, 'USDC').address
const there = tokenOf(island, 'USDC').address
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const swap = {
  originChainId: harbour.chainId,
  destinationChainId: island.chainId,
  inputToken: usdc,
  outputToken: there,
  inputAmount: '1500000',
}
const honestSender: PageSender = {
  id: 'ferry',
  url: 'https://shop.example/cart',
  origin: 'https://shop.example',
  frameId: 0,
  documentId: 'document-1',
  documentLifecycle: 'active',
  tab: { id: 7, incognito: false },
}

const textOf = (params: unknown, method = 'ferry_proposeSwap', id: unknown = '1') =>
  JSON.stringify({ id, method, params: [params] })

function frameOf(text: unknown, more: object = {}): object {
  const pageRequestId = '7b0f185e-2776-4857-bf44-aae35217e996'
  return { channel: pageChannel, key: 'key-of-a-document', pageRequestId, text, gesture: true, ...more }
}

/** It must not become a proposal. If it does, the lie was believed. */
function said(name: string, message: unknown, sender: Partial<PageSender> = {}): OtherLie {
  return {
    name: `page: ${name}`,
    liar: 'page',
    async observe() {
      const handlers = createFuzzedHandlers()
      const reply = await handlers.answer(message, { ...honestSender, ...sender }).then(
        (one) => JSON.stringify(one ?? null),
        (thrown: unknown) => `threw ${String(thrown)}`,
      )
      const believed = [
        ...(handlers.rows.size > 0 ? ['a proposal'] : []),
        ...(handlers.shown > 0 ? ['a window'] : []),
        ...(handlers.failures.length > 0 ? ['a failure inside'] : []),
      ]
      const claimed = handlers.rows.size > 0 ? 'proposed' : 'nothing'
      return { walletRequests: [], reportedCodes: [reply.slice(0, 60)], claimed, believed }
    },
  }
}

const wrong = (name: string, part: object) => said(name, frameOf(textOf({ ...swap, ...part })))

const values = [
  wrong('an amount with a dot', { inputAmount: '1.5' }),
  wrong('an amount that is a number', { inputAmount: 1_500_000 }),
  wrong('an amount of zero', { inputAmount: '0' }),
  wrong('an amount below zero', { inputAmount: '-1' }),
  wrong('an amount in hex', { inputAmount: '0x16e360' }),
  wrong('an amount with an exponent', { inputAmount: '15e5' }),
  wrong('an amount in other digits', { inputAmount: '１５' }),
  wrong('an amount of 80 digits', { inputAmount: '9'.repeat(80) }),
  wrong('a chain as text', { originChainId: '31337' }),
  wrong('a chain in hex', { originChainId: '0x7a69' }),
  wrong('a chain that is not in the package', { originChainId: 1 }),
  wrong('the same token on both sides', { destinationChainId: harbour.chainId, outputToken: usdc }),
  wrong('a receiver that is the token', { receiverAddress: there }),
  wrong('a receiver that is nobody', { receiverAddress: zeroAddress }),
  wrong('a receiver by name', { receiverAddress: 'vitalik.eth' }),
  wrong('a receiver of another kind of chain', { receiverAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }),
  wrong('a receiver with a wrong checksum', { receiverAddress: receiver.replace('C5', 'c5') }),
  wrong('a receiver that is the coin', { receiverAddress: nativeAddress }),
  wrong('an array where an address belongs', { receiverAddress: [receiver] }),
  wrong('a token that is nobody', { inputToken: zeroAddress }),
  wrong('a slippage of the page', { slippage: '50' }),
  wrong('a fee of the page', { feeBps: '500', feeTakerAddress: receiver }),
  wrong('a payload for the receiver', { destinationPayload: '0xdeadbeef', destinationGasLimit: '1' }),
  wrong('a delegate', { delegateAddress: receiver }),
  wrong('a user', { userAddress: receiver }),
  wrong('an option for the quote', { options: { enableDepositAddress: true } }),
  wrong('a reference of 10,000 letters', { reference: 'x'.repeat(10_000) }),
]

const methods = [
  'constructor',
  'then',
  'toString',
  '__proto__',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'confirm',
  'review',
]

const frames = [
  said('no gesture', frameOf(textOf(swap), { gesture: false })),
  said('a gesture that is a word', frameOf(textOf(swap), { gesture: 'true' })),
  said('an origin of its own choice', frameOf(textOf(swap), { origin: 'https://bank.example' })),
  said('a request without an id', frameOf(textOf(swap, 'ferry_proposeSwap', null))),
  said('an id that is an object', frameOf(textOf(swap, 'ferry_proposeSwap', { toString: 'x' }))),
  said('text that is no text', frameOf({ id: '1', method: 'ferry_proposeSwap', params: [swap] })),
  said('a prototype', frameOf(textOf(swap).replace('"inputAmount"', '"__proto__":{"x":1},"inputAmount"'))),
  said('ten megabytes', frameOf(textOf({ ...swap, reference: 'x'.repeat(10_000_000) }))),
  said(
    'two swaps at once',
    frameOf(JSON.stringify({ id: '1', method: 'ferry_proposeSwap', params: [swap, swap] })),
  ),
  said('a swap that is a list', frameOf(textOf([swap]))),
  said('broken JSON', frameOf(textOf(swap).slice(0, -3))),
  ...methods.map((method) => said(`the method ${method}`, frameOf(textOf(swap, method)))),
]

const senders = [
  said('a frame inside a page', frameOf(textOf(swap)), { frameId: 3 }),
  said('another extension', frameOf(textOf(swap)), { id: 'other' }),
  said('a page without an origin', frameOf(textOf(swap)), { origin: 'null', url: 'about:srcdoc' }),
  said('a file', frameOf(textOf(swap)), { origin: 'file://', url: 'file:///etc/passwd' }),
  said('a page of an extension', frameOf(textOf(swap)), {
    origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    url: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/x.html',
  }),
  said('a page that is prerendered', frameOf(textOf(swap)), { documentLifecycle: 'prerender' }),
]

export const pageLies: readonly OtherLie[] = [...values, ...frames, ...senders]
