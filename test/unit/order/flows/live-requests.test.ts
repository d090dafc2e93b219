import { expect, test } from 'vitest'
import { Problem } from '../../../../lib/base/problem.ts'
import { dayMs, secondMs } from '../../../../lib/base/time.ts'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import type { TransactionView } from '../../../../lib/chain/chain-views.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { mustReadLiveRequests, readLiveRequests } from '../../../../lib/order/flows/live-requests.ts'
import type { Order, WalletRequestRecord } from '../../../../lib/order/order.ts'
import { sendCall } from '../../../../lib/order/wallet-request.ts'
import { deployment } from '../../../harness/chains.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { user } from '../../checks/fixtures.ts'
import { orderOf, requestOf, transactionOf } from '../order-fixture.ts'

const nowMs = 1_800_000_000_000
const requested = { requestId: 'request', requestedMs: nowMs, accountNonce: 1, amountUnits: null }
const record = requestOf('send', requested)
const liveRequests = [{ record, terms: orderOf().terms }]

test.each<[string, number | undefined, boolean]>([
  ['never', undefined, true],
  ['29 seconds ago', nowMs - 29 * secondMs, false],
  ['30 seconds ago', nowMs - 30 * secondMs, true],
  ['at a time that is in the future since the clock was set back', nowMs + dayMs, true],
])('live requests that were read %s', (_name, readMs, mustRead) => {
  const read = readMs === undefined ? {} : { liveRequestsReadMs: readMs }
  expect(mustReadLiveRequests({ ...orderOf(), ...read, liveRequests }, nowMs)).toBe(mustRead)
  expect(mustReadLiveRequests({ ...orderOf(), ...read }, nowMs)).toBe(false)
})

type Reads = Pick<
  ChainReader,
  | 'accountNonce'
  | 'accountUse'
  | 'codeQuorum'
  | 'hostCount'
  | 'latestBlockSeconds'
  | 'transaction'
  | 'transactionOfNonce'
  | 'transactionQuorum'
>

const idle = { isIdle: true, isUsed: false, sources: 2 }
const used = { isIdle: false, isUsed: true, sources: 2 }

const native = orderOf({ kind: 'native' })
const plain = {
  kind: 'mined',
  from: user,
  to: user,
  data: '0x',
  value: 0n,
  succeeded: true,
  blockSeconds: 0,
} as const
/** The hash names the nonce of the transaction. */
const viewOf = (hash: string, part: Partial<TransactionView> = {}) =>
  ({ ...plain, nonce: Number(hash), confirmations: 100, ...part }) as TransactionView
const everyView = (part?: Partial<TransactionView>): Pick<Reads, 'transaction' | 'transactionQuorum'> => ({
  transaction: async (_chainId, hash) => viewOf(hash, part),
  transactionQuorum: async (_chainId, hash) => createQuorum(2, viewOf(hash, part)),
})
const ownCall = sendCall(native)

/** The account has sent nothing since the request, which was three days ago. */
const quiet: Reads = {
  accountNonce: async () => 1,
  accountUse: async () => idle,
  codeQuorum: async () => createQuorum(2, '0x'),
  hostCount: () => 2,
  latestBlockSeconds: async () => Array(2).fill((nowMs + 3 * dayMs) / secondMs),
  ...everyView(),
  transactionOfNonce: async (_chainId, _owner, nonce) => `0x${nonce.toString(16).padStart(64, '0')}`,
}

/** The account has sent `count` transactions since, none of them this one. */
const sending = (count: number, later = idle): Partial<Reads> => ({
  accountNonce: async () => 1 + count,
  accountUse: async (_chainId, _owner, nonce) => (nonce === 1 ? used : later),
})

async function readUse(
  state: Order['state'],
  reads: Partial<Reads>,
  part: Partial<WalletRequestRecord>,
  transactions: Order['transactions'] = [],
) {
  const liveRequests = [{ record: { ...record, ...part }, terms: native.terms }]
  const order = orderOf({ kind: 'native', state, liveRequests, transactions })
  const store = { page: async () => [] }
  const ports = { chain: { ...quiet, ...reads }, deployment, store } as unknown as FlowPorts
  const event = await readLiveRequests.run(order, ports).catch((thrown) => {
    if (thrown instanceof Problem) return thrown.data.code
    throw thrown
  })
  if (typeof event === 'string') return event
  if (event.kind !== 'liveRequestsRead') throw new Error(event.kind)
  const { usedId, deadIds } = event
  return usedId === null ? (deadIds.length > 0 ? 'dead' : 'live') : 'used'
}

/** Before a prompt, in a swap of unknown outcome, and in a stopped one. */
const states = ['needs_user', 'unknown_outcome', 'stopping'] as const

type Uses = readonly ['live' | 'dead' | 'used' | 'rpcUnreachable', string, string]

test.each<[string, Uses, Partial<Reads>, Partial<WalletRequestRecord>?]>([
  ['of an idle account', ['dead', 'dead', 'dead'], {}],
  [
    'of an account that is idle for less than a day',
    ['live', 'live', 'live'],
    { latestBlockSeconds: async () => Array(2).fill((nowMs + dayMs) / secondMs - 1) },
  ],
  [
    'of an account that is idle for less than two days',
    ['dead', 'live', 'dead'],
    { latestBlockSeconds: async () => Array(2).fill((nowMs + 2 * dayMs) / secondMs - 1) },
  ],
  ['without a nonce', ['dead', 'live', 'dead'], {}, { accountNonce: null }],
  [
    'of an account with code, whose call others may carry',
    ['live', 'live', 'rpcUnreachable'],
    { codeQuorum: async () => createQuorum(2, '0x60') },
  ],
  [
    'of an account that one host alone shows as idle',
    ['rpcUnreachable', 'rpcUnreachable', 'rpcUnreachable'],
    { accountUse: async () => ({ ...idle, sources: 1 }) },
  ],
  ['of an account that sent other transactions', ['dead', 'dead', 'dead'], sending(10)],
  [
    'of an account that sent another one less than a day after it, which the wallet may still show',
    ['live', 'live', 'live'],
    { ...sending(1), latestBlockSeconds: async () => Array(2).fill((nowMs + dayMs) / secondMs - 1) },
  ],
  [
    'of an account whose other transaction may still be reorganised',
    ['live', 'live', 'live'],
    { ...sending(1), ...everyView({ confirmations: 0 }) },
  ],
  ['of an account that sent its call', ['used', 'used', 'used'], { ...sending(1), ...everyView(ownCall) }],
  ['of an account that sent more than ten', ['used', 'used', 'rpcUnreachable'], sending(11)],
  [
    'of an account whose transaction is not found',
    ['rpcUnreachable', 'rpcUnreachable', 'rpcUnreachable'],
    { ...sending(1), transactionOfNonce: async () => null },
  ],
  [
    'of an account with a transaction behind them',
    ['rpcUnreachable', 'rpcUnreachable', 'rpcUnreachable'],
    sending(1, { ...idle, isIdle: false }),
  ],
  [
    'of an account with transactions that one host alone shows as the last',
    ['rpcUnreachable', 'rpcUnreachable', 'rpcUnreachable'],
    sending(1, { ...idle, sources: 1 }),
  ],
  [
    'of an account whose latest nonce is not beyond the request',
    ['rpcUnreachable', 'rpcUnreachable', 'rpcUnreachable'],
    { ...sending(1), accountNonce: async () => 1 },
  ],
])('the transaction request %s', async (_name, uses, reads, part = {}) => {
  expect(await Promise.all(states.map((state) => readUse(state, reads, part)))).toEqual(uses)
})

test.each([
  ['of which another one used the nonce, ends at once', {}, 'dead'],
  ['that is not the reviewed one, which answers no request, waits for the day', { differs: true }, 'live'],
] as const)('the transaction request with a named transaction %s', async (_name, part, use) => {
  const chainId = native.reviewed.request.originChainId
  const seen = { accountNonce: 1, isNonceSeen: true, sentMs: nowMs, amountUnits: null } as const
  const named = transactionOf('send', { chainId, ...seen, request: record, ...part })
  const soon = {
    ...sending(1),
    latestBlockSeconds: async () => Array(2).fill((nowMs + dayMs) / secondMs - 1),
  }
  expect(await readUse('stopping', soon, {}, [named])).toBe(use)
})
