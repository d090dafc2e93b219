import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { QuoteOptions } from '../../lib/service/quote-request-shape.ts'
import { accounts } from './chains/chain-book.ts'
import { liveWallet } from './live-wallet.ts'
import { pageAccount, useLiveEngine, useLiveSandbox } from './use-sandbox.ts'

const person = accounts.person.toLowerCase() as Address

const bench = await useLiveSandbox()

async function settled(
  inputToken: string,
  inputAmount: string,
  options: QuoteOptions,
  choice?: ReviewChoice,
) {
  const { wallet } = await liveWallet(bench.sandbox.ledger.chains, 'auto=1')
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const request: QuoteRequest = {
    originChainId: 31337,
    destinationChainId: 31338,
    inputToken,
    inputAmount,
    outputToken: bench.token(31338, 'USDC'),
    userAddress: person,
    receiverAddress: person,
    slippagePercent: '0.5',
    options,
  }
  const id = await engine.begin(request, pageAccount(person), choice)
  const order = await engine.until(id, ({ state }) => ['verified_terminal', 'needs_user'].includes(state))
  expect(order).toMatchObject({ state: 'verified_terminal', problem: null })
  const [truth] = (await bench.sandbox.control.truth()).requests
  if (truth === undefined) throw new Error('the service knows of nothing')
  return { order, truth }
}

test.each<[string, QuoteOptions]>([
  ['signed', {}],
  ['through the inbox', { useInbox: true }],
])('an intermediate swap settles and is verified: %s', async (_way, options) => {
  const { order, truth } = await settled(bench.token(31337, 'DAI'), '25000000000000000000', options)
  const { token, minUnits } = order.reviewed.intermediateSwap ?? {}
  expect(token).toMatchObject({ address: bench.token(31337, 'USDC'), symbol: 'USDC', isVerified: true })
  expect(BigInt(minUnits ?? 0)).toBeGreaterThan(24_000_000n)
  expect(order.consents).toEqual([])
  expect(truth.intermediateSwapTransactionHash).not.toBeNull()
})

describe('a call of 16 kB on the receiver is made', () => {
  const call = { destinationPayload: `0x${'a5'.repeat(16_384)}`, destinationGasLimit: '2000000' } as const

  test.each<[string, string, QuoteOptions, ReviewChoice?]>([
    ['signed', 'USDC', {}],
    ['through the inbox', 'USDC', { useInbox: true }],
    ["with the chain's own coin", 'HETH', {}],
    [
      'by a deposit',
      'USDC',
      { enableDepositAddress: true, refundAddress: accounts.person },
      { routeKey: 'deposit' },
    ],
  ])('%s', async (_way, symbol, options, choice) => {
    const isCoin = symbol === 'HETH'
    const token = isCoin ? nativeAddress : bench.token(31337, symbol)
    const amount = isCoin ? '50000000000000000' : '25000000'
    const { truth } = await settled(token, amount, { ...options, ...call }, choice)
    expect(truth).toMatchObject({ payloadTransactionHash: expect.any(String), problem: null })
  })

  test('is left out by a manual route after the person consents', async () => {
    const options = { ...call, enableManual: true, disableAuto: true }
    const choice = { routeKey: 'manual:Lighter V2:' }
    const { order, truth } = await settled(bench.token(31337, 'USDC'), '25000000', options, choice)
    expect(order.consents).toContainEqual({ code: 'payloadNotConfirmed', facts: {} })
    expect(truth).toMatchObject({ payloadTransactionHash: null, problem: null })
  })
})
