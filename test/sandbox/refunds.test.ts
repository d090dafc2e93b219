import { type Address, type Hex, hexToBigInt } from 'viem'
import { expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { accounts } from './chains/chain-book.ts'
import { chainClient } from './chains/chain-client.ts'
import type { LiveWallet } from './live-engine.ts'
import { sandboxTaker } from './service/affiliates.ts'
import { farAddress } from './service/far-address.ts'
import { pageAccount, useLiveEngine, useLiveSandbox } from './use-sandbox.ts'

const person = accounts.person.toLowerCase() as Address
const stellarChainId = 1110002

const bench = await useLiveSandbox()
const client = chainClient(bench.chain(31337).rpcUrl)

const account = pageAccount(person)

const wallet: LiveWallet = {
  read: async () => null,
  request: async ({ params }) => {
    const { to, data, value } = params[0] as { to: Address; data: Hex; value: Hex }
    return client.send({ from: accounts.person, to, data, valueUnits: hexToBigInt(value) })
  },
}

const isOver = (order: Order) => order.fundsSettled && order.dueMs === null

test('finds a refund on the destination when the service reports neither chain nor transaction', async () => {
  const { control } = bench.sandbox
  await control.next('refundThere')
  await control.shape('interface')
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const request = { ...throughInbox(), options: { useInbox: true } }
  const order = await engine.until(await engine.begin(request, account), isOver)
  const truth = await bench.waitForStatus(order.terms.requestHash ?? '', 7)
  expect(order).toMatchObject({
    state: 'verified_terminal',
    statusCode: 7,
    refundChainId: 31338,
    evidence: { kind: 'refund', chainId: 31338, hash: truth.refundTransactionHash, sources: 2 },
    problem: { code: 'swapNotDelivered', money: 'refundedThere' },
  })
})

/** A token through the inbox, with half a percent for the affiliate. */
const throughInbox = (): QuoteRequest => ({
  ...{ originChainId: 31337, destinationChainId: 31338, slippagePercent: '0.5' },
  ...{
    inputToken: bench.token(31337, 'USDC'),
    inputAmount: '200000000',
    outputToken: bench.token(31338, 'USDC'),
  },
  ...{ userAddress: person, receiverAddress: person },
  options: { useInbox: true, feeBps: '50', feeTakerAddress: sandboxTaker },
})
const netUnits = 199_000_000n

test("verifies the inbox's payout after a cancellation, net of the affiliate fee", async () => {
  await bench.sandbox.control.next('refund')
  const request = throughInbox()
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const before = await bench.held(31337, request.inputToken)
  const order = await engine.until(await engine.begin(request, account), isOver)
  const truth = await bench.waitForStatus(order.terms.requestHash ?? '', 7)
  expect(order).toMatchObject({
    state: 'verified_terminal',
    refundTransactionHash: truth.refundTransactionHash,
    evidence: { kind: 'refund', chainId: 31337, units: String(netUnits), sources: 2 },
  })
  expect(before - (await bench.held(31337, request.inputToken))).toBe(200_000_000n - netUnits)
})

test.each([
  ['that was cancelled after it was taken', 'cancelTaken', 6, netUnits],
  ['that no solver has taken', 'settle', 1, 200_000_000n],
] as const)('a request %s is withdrawn before its deadline', async (_what, outcome, statusCode, units) => {
  const { control } = bench.sandbox
  await control.next(outcome)
  await control.pace(statusCode === 1 ? { extracted: 600_000 } : { settled: 600_000 })
  const request = throughInbox()
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const before = await bench.held(31337, request.inputToken)
  const id = await engine.begin(request, account)
  await engine.until(id, (order) => order.statusCode === statusCode)
  const accountNonce = await client.reads.getTransactionCount({ address: person })
  await engine.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
  const order = await engine.until(id, isOver)
  expect(order).toMatchObject({
    state: 'verified_terminal',
    statusCode: 7,
    problem: { money: 'refunded' },
    evidence: { kind: 'refund', chainId: 31337, units: String(units), sources: 2 },
  })
  expect(order.evidence?.hash).toBe(
    order.transactions.findLast(({ purpose }) => purpose === 'withdraw')?.hash,
  )
  expect(before - (await bench.held(31337, request.inputToken))).toBe(200_000_000n - units)
})

test('reports a refunded Stellar deposit with its transaction id, and ends the order', async () => {
  await bench.sandbox.control.next('refund')
  const refundAddress = farAddress('stellar', 'refund')
  const request: QuoteRequest = {
    ...{ originChainId: stellarChainId, destinationChainId: 31338, slippagePercent: '0.5' },
    ...{ inputToken: nativeAddress, inputAmount: '5000000000', outputToken: bench.token(31338, 'DAI') },
    ...{ userAddress: null, receiverAddress: person },
    options: { enableDepositAddress: true, refundAddress },
  }
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const id = await engine.begin(request, account, { routeKey: 'deposit', pay: 'elsewhere' })
  const { terms } = await engine.until(id, ({ state }) => state === 'deposit_awaited')
  await bench.sandbox.control.deposit(terms.requestHash ?? '0x', '5000000000')
  const order = await engine.until(id, isOver)
  const truth = await bench.waitForStatus(terms.requestHash ?? '', 7)
  expect(order).toMatchObject({
    state: 'reported_terminal',
    statusCode: 7,
    sourceTransactionHash: truth.sourceTransactionHash,
    refundTransactionHash: truth.refundTransactionHash,
    refundChainId: stellarChainId,
    problem: { code: 'swapNotDelivered' },
  })
  expect(order.refundTransactionHash).toMatch(/^[0-9a-f]{64}$/)
  expect(await bench.held(stellarChainId, nativeAddress, refundAddress)).toBeGreaterThan(0n)
})
