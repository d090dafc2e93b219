import { nativeAddress } from '../../lib/base/hex.ts'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'
import type { PageSender } from '../../lib/wallet/connectors/page-tab.ts'
import { harbour, island, tokenOf } from '../harness/chains.ts'
import type { Random } from './random.ts'

export interface SentMessage {
  readonly message: unknown
  readonly sender: PageSender
}

const token = tokenOf(harbour, 'USDC').address
const swap = {
  originChainId: harbour.chainId,
  destinationChainId: island.chainId,
  inputToken: token,
  outputToken: tokenOf(island, 'USDC').address,
  inputAmount: '1500000',
}
const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const swapId = '7b0f185e-2776-4857-bf44-aae35217e996'

const requests: readonly object[] = [
  { id: '1', method: 'ferry_getCapabilities' },
  { id: '1', method: 'ferry_getCapabilities', params: [] },
  { id: '1', method: 'ferry_proposeSwap', params: [swap] },
  { id: '1', method: 'ferry_proposeSwap', params: [{ ...swap, inputToken: nativeAddress }] },
  { id: '1', method: 'ferry_proposeSwap', params: [{ ...swap, receiverAddress, reference: 'cart 7' }] },
  { id: '1', method: 'ferry_getSwap', params: [{ swapId }] },
  { id: '1', method: 'ferry_cancelProposal', params: [{ swapId }] },
  { id: '1', method: 'ferry_showProposal', params: [{ swapId }] },
]

/** Values that are wrong almost everywhere, and names with a meaning in JavaScript or the interface. */
const oddities: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  '',
  '0',
  '01',
  '-1',
  '0x10',
  '1e18',
  ' 1',
  '１',
  'constructor',
  'then',
  '\u202e',
  '\ud800',
  'x'.repeat(200),
  [],
  {},
  [[]],
  { toString: 'x' },
  { length: 1, 0: 'x' },
  `0x${'0'.repeat(40)}`,
  token.toUpperCase(),
  'vitalik.eth',
]
const names = [
  'slippage',
  'feeTakerAddress',
  'destinationPayload',
  'gesture',
  'origin',
  'tabId',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'x',
]

/** A random message: valid, wrong in some places, or not a request at all. */
export function createRandomMessage(random: Random): SentMessage {
  let text = JSON.stringify(random.pick(requests))
  for (let times = random.integerBelow(4); times > 0; times -= 1) text = mutateText(text, random)
  let message: unknown = {
    channel: pageChannel,
    key: 'key-of-a-document',
    pageRequestId: uuid(random),
    text,
    gesture: random.integerBelow(2) === 0,
  }
  if (random.integerBelow(4) === 0) message = changeOnePlace(message, random)
  return { message, sender: sender(random) }
}

function sender(random: Random): PageSender {
  const good: PageSender = {
    id: 'ferry',
    url: 'https://shop.example/cart',
    origin: 'https://shop.example',
    frameId: 0,
    documentId: 'document-1',
    documentLifecycle: 'active',
    tab: { id: 7, incognito: false },
  }
  return random.integerBelow(8) === 0 ? (changeOnePlace(good, random) as PageSender) : good
}

function mutateText(text: string, random: Random): string {
  if (random.integerBelow(3) === 0) return corruptText(text, random)
  try {
    return JSON.stringify(changeOnePlace(JSON.parse(text), random))
  } catch {
    // An earlier change made it invalid JSON.
    return corruptText(text, random)
  }
}

function corruptText(text: string, random: Random): string {
  const at = random.integerBelow(text.length + 1)
  const letter = random.pick(['"', '{', '}', '[', ']', ',', ':', '\\', '0', 'e', '\u0000', '\ufeff', ' '])
  const end = at + random.integerBelow(3)
  if (random.integerBelow(20) === 0) return text + letter.repeat(20_000)
  // Repeating a piece is how a key appears twice.
  if (random.integerBelow(4) === 0) return text.slice(0, end) + text.slice(at)
  return text.slice(0, at) + letter + text.slice(end)
}

function changeOnePlace(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return random.pick(oddities)
  if (Array.isArray(value)) {
    const at = random.integerBelow(value.length + 1)
    if (random.integerBelow(3) === 0)
      return [...value.slice(0, at), random.pick(oddities), ...value.slice(at)]
    return value.map((each, index) => (index === at ? changeOnePlace(each, random) : each))
  }
  const entries = Object.entries(value)
  const at = random.integerBelow(entries.length)
  const how = random.integerBelow(5)
  const next = entries.flatMap(([name, each], index): [string, unknown][] => {
    if (index !== at) return [[name, each]]
    if (how === 0) return []
    if (how === 1) return [[random.pick(names), each]]
    return [[name, how === 2 ? random.pick(oddities) : changeOnePlace(each, random)]]
  })
  if (how === 4) next.push([random.pick(names), random.pick(oddities)])
  return Object.fromEntries(next)
}

function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.integerBelow(16).toString(16))
  digits[12] = '4'
  digits[16] = random.pick(['8', '9', 'a', 'b'])
  return digits.join('').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
