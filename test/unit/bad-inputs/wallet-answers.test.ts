import { describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-codes.ts'
import type { Order, WalletRequestRecord } from '../../../lib/order/order.ts'
import { reduce } from '../../../lib/order/reduce.ts'
import { answerEvent } from '../../../lib/order/wallet-answers.ts'
import { classifyWalletFailure, type WalletAnswer, type WalletRequest } from '../../../lib/wallet/port.ts'
import { callsOutcome } from '../../../lib/wallet/wallet-capabilities.ts'
import { deployment } from '../../harness/chains.ts'
import { requesting } from '../order/open-request.ts'
import type { FakeWallet } from '../sites/fake-wallet.ts'
import { PageWorld } from '../wallet/connectors/page-world.ts'

const account = `0x${'ab'.repeat(20)}`
const request: WalletRequest = {
  requestId: 'r',
  wallet: null,
  method: 'eth_sendTransaction',
  params: [{}],
  chain: { chainId: 1, add: null },
  account,
}

/** The requests that a page wallet receives, and the answer that Ferry reads. */
async function jobOf(
  bend: (wallet: FakeWallet) => void,
): Promise<{ requests: readonly string[]; said: WalletAnswer[] }> {
  const { time, wallet, way, answers: said } = await PageWorld.open()
  bend(wallet)
  await way.request(request)
  await time.pass(5_000)
  return { requests: wallet.requests, said }
}

function saysChain(value: unknown): (wallet: FakeWallet) => void {
  return (wallet) => {
    const { request } = wallet
    Reflect.set(wallet, 'request', async (requested: { method: string }) => {
      const answer = await request(requested)
      return requested.method === 'eth_chainId' ? value : answer
    })
  }
}

describe('bad inputs: chain ids of wallets', () => {
  test.each(['0x1', '0x01', '1', 1])('row 75: reads %j as the chain', async (said) => {
    const { requests: requested } = await jobOf(saysChain(said))
    expect(requested).toContain('eth_sendTransaction')
    expect(requested).not.toContain('wallet_switchEthereumChain')
  })

  test.each([undefined, null, '', 'one', '0x', '1.5', true, [1], { chainId: 1 }, 2, '0x2', Number.NaN])(
    'row 75: with %j Ferry requests a switch, and sends nothing',
    async (said) => {
      const { requests: requested, said: received } = await jobOf(saysChain(said))
      expect(requested).toContain('wallet_switchEthereumChain')
      expect(requested).not.toContain('eth_sendTransaction')
      expect(received).toEqual([{ requestId: 'r', kind: 'unreached', reason: 'wrongChain' }])
    },
  )
})

const hash = `0x${'ab'.repeat(32)}` as const
const context = { nowMs: 1_800_000_000_000, freshId: 'fresh' }
const answered = (order: Order, result: unknown) =>
  reduce(order, { kind: 'walletAnswered', requestId: 'requested', result }, context)

/** Answers of wallets in place of a transaction hash. */
const noHashes: readonly unknown[] = [
  null,
  undefined,
  '',
  '0x',
  '0x1',
  `0x${'ab'.repeat(31)}`,
  `0x${'ab'.repeat(33)}`,
  `0x${'zz'.repeat(32)}`,
  'ab'.repeat(32),
  { hash },
  { id: '0x1', status: 'CONFIRMED' },
  [hash],
  7,
  true,
]

describe('bad inputs: hashes of wallets', () => {
  test.each(noHashes)(
    'row 76: a send answered with %j may have been sent: unknown, and never retried',
    (result) => {
      const sending = requesting('send_requested', 'send', { kind: 'native' })
      const { order, sendsRequest } = answered(sending, result)
      const unknown = { state: 'unknown_outcome', transactions: [], problem: { money: 'unknown' } }
      expect(order).toMatchObject(unknown)
      expect(sendsRequest).toBe(false)
      const again = reduce(order, { kind: 'retry' }, context)
      expect(again).toEqual({ order, sendsRequest: false })
    },
  )

  test.each(noHashes)('row 76: an approval answered with %j is settled by its allowance', (result) => {
    const { order, sendsRequest } = answered(requesting('approve_requested', 'approve'), result)
    expect(order).toMatchObject({ state: 'approve_requested', transactions: [], dueMs: context.nowMs })
    expect(sendsRequest).toBe(false)
  })

  test('row 76: the same hash twice is one transaction', () => {
    const first = answered(requesting('send_requested', 'send', { kind: 'native' }), hash).order
    expect(first).toMatchObject({ state: 'sent', transactions: [{ hash }] })
    expect(answered(first, hash).order).toBe(first)
    const open = { ...first, walletRequest: requesting('send_requested', 'send').walletRequest }
    const unknown = { ...open, state: 'unknown_outcome' } as const
    expect(answered(unknown, hash).order.transactions).toHaveLength(1)
    const upper = `0x${'AB'.repeat(32)}`
    expect(answered(unknown, upper).order.transactions).toHaveLength(1)
  })
})

test.each<[string, unknown, ProblemCode, boolean]>([
  ['an object without a code', { message: 'something' }, 'walletFailed', false],
  ['nothing', undefined, 'walletFailed', false],
  ['a text', 'User rejected the request', 'walletRejected', true],
  ['a code as text', { code: '4001', message: 'no' }, 'walletRejected', true],
  ['a code that is a word', { code: 'ACTION_REJECTED', message: 'user rejected' }, 'walletRejected', true],
  ['a code that is an object', { code: {}, message: 'odd' }, 'walletFailed', false],
  ['4001 nested in an original error', nested({ originalError: { code: 4001 } }), 'walletRejected', true],
  ['4001 nested in a cause', nested({ cause: { code: 4001 } }), 'walletRejected', true],
  ['4001 nested in data', nested({ code: 4001 }), 'walletRejected', true],
  ['4902 nested', nested({ originalError: { code: 4902 } }), 'walletWrongChain', true],
  ['-32603 with words alone', nested({}, 'MetaMask Tx Signature: User denied it.'), 'walletRejected', true],
  ['-32603 with nothing', nested(null), 'walletFailed', false],
  ['-32002', { code: -32002, message: 'Request already pending' }, 'walletBusy', true],
  ['already pending without a code', { message: 'Request of type x already pending' }, 'walletBusy', true],
])('row 77: the error of a wallet: %s', async (_what, thrown, code, isCertain) => {
  const { said } = await jobOf((wallet) => {
    wallet.answer = () => {
      throw thrown
    }
  })
  const [answer] = said
  if (answer?.kind !== 'failure') throw new Error('no failure was heard')
  const { problem, certain } = classifyWalletFailure(answer.failure)
  expect([problem.code, certain]).toEqual([code, isCertain])
})

function nested(data: unknown, message = 'Internal JSON-RPC error.') {
  return { code: -32603, message, data }
}

describe('bad inputs: batched calls', () => {
  const order = requesting('send_requested', 'sendCalls', { kind: 'inbox', callsId: 'requested' })
  const failed = (code: number, isBefore?: true) => {
    const failure = { code, message: 'no', ...(isBefore && { failedBeforeRequest: isBefore }) }
    return answerEvent({ requestId: 'requested', kind: 'failure', failure }, order, {
      deployment,
      clock: { nowMs: () => 0 },
    })
  }

  test.each([5750, 5760])('row 82: after %i nothing was sent: the calls follow one by one', (code) => {
    const next = reduce(order, failed(code), context)
    expect(next).toMatchObject({
      sendsRequest: false,
      order: { state: 'confirmed', walletRequest: null, callsId: null, oneByOne: true },
    })
  })

  test('row 82: a rejected chain switch before them does not settle the calls: the person decides', () => {
    const next = reduce(order, failed(-32602, true), context)
    expect(next).toMatchObject({ sendsRequest: false, order: { state: 'needs_user', walletRequest: null } })
    expect(next.order.oneByOne).toBeUndefined()
  })

  test.each([5720, 5730, 600, -32602])(
    'row 82: after %i the calls may have been sent: nothing is retried',
    (code) => {
      const lost = reduce(order, failed(code), context)
      const unknown = { state: 'unknown_outcome', callsId: 'requested' }
      expect(lost).toMatchObject({ sendsRequest: false, order: unknown })
      const again = reduce(lost.order, { kind: 'retry' }, context)
      expect(again).toEqual({ order: lost.order, sendsRequest: false })
    },
  )

  test.each([600, 601, 699, '600', 0, 700, null])(
    'row 82: a status of %j, with only some calls done, ends nothing',
    (status) => {
      expect(callsOutcome({ status, receipts: [] }, 31_337).kind).toBe('unknown')
    },
  )
})

test.each<['page' | 'extension', 'page' | 'extension', true | undefined]>([
  ['page', 'extension', true],
  ['extension', 'page', undefined],
])('trusts a rejection by the wallet of its request: swap in %s, exit in %s', (swap, exit, isTrusted) => {
  const wallet = {
    connector: 'page',
    id: 'test',
    name: 'Test',
    origin: 'http://127.0.0.1',
    iconUrl: null,
  } as const
  const requested = requesting('pending', 'withdraw', { kind: 'native' })
  const walletRequest = {
    ...(requested.walletRequest as WalletRequestRecord),
    wallet: { ...wallet, connector: exit },
  }
  const order = { ...requested, wallet: { ...wallet, connector: swap }, walletRequest }
  const answer = { requestId: 'requested', kind: 'failure', failure: { code: 4001, message: 'no' } } as const
  const event = answerEvent(answer, order, { deployment, clock: { nowMs: () => 0 } })
  expect(event).toMatchObject({ kind: 'walletRejected' })
  expect('isTrusted' in event ? event.isTrusted : undefined).toBe(isTrusted)
})
