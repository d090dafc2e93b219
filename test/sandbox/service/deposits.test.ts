import { describe, expect, test } from 'vitest'
import { useLiveSandbox } from '../use-sandbox.ts'
import { farAddress } from './far-address.ts'
import { nativeAddress } from './listed-token.ts'
import type { DepositRoute, Swap } from './live-sandbox.ts'
import { pay, person } from './person.ts'

const refundAddress = `0x${'ab'.repeat(20)}`

const bench = await useLiveSandbox()

function usdcToDai(more: Swap['more'] = {}): Swap {
  const [input, output] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
  const requested = { enableDepositAddress: 'true', refundAddress, userAddress: '', ...more }
  return { from: 31337, to: 31338, input, output, amount: '25000000', more: requested }
}

async function deposit(swap: Swap): Promise<DepositRoute> {
  const { deposit: found } = await bench.quote(swap)
  if (!found) throw new Error('no deposit route')
  return found
}

const statusOf = async (requestHash: string) =>
  (await bench.api<unknown[]>(`exchange/status?requestHash=${requestHash}`)).body.result[0]

async function send({ depositData }: DepositRoute, units: bigint, token = depositData.token) {
  return pay(bench.chain(depositData.chainId), token, units, depositData.address)
}

describe('deposits on the real chains', () => {
  test('pay out a token that arrives at the address, without a named user', async () => {
    const swap = usdcToDai()
    const askedSeconds = Math.floor(Date.now() / 1000)
    const route = await deposit(swap)
    expect(route).toMatchObject({ userOp: 'transfer', refundAddress, depositData: { amount: swap.amount } })
    expect(route.expiry).toBeGreaterThanOrEqual(askedSeconds + 600)
    expect(await statusOf(route.requestHash)).toMatchObject({
      ...{ hash: route.requestHash, exchangeStatusCode: 0 },
      originData: { originChainId: 31337, txHash: null },
    })
    expect(await bench.sandbox.control.truth()).toEqual({ requests: [], problems: [] })
    const before = await bench.held(31338, swap.output)
    const hash = await send(route, 25_000_000n)
    const truth = await bench.waitForStatus(route.requestHash, 4)
    expect(truth).toMatchObject({ way: 'deposit', sourceTransactionHash: hash, problem: null })
    expect(await bench.held(31338, swap.output)).toBe(before + BigInt(truth.outputAmount))
    expect(await statusOf(route.requestHash)).toMatchObject({
      ...{ exchangeStatusCode: 4, refund: null },
      originData: { txHash: hash, status: 'COMPLETED' },
      destinationData: { txHash: truth.destinationTransactionHash },
    })
    const { submits } = await bench.sandbox.control.counters()
    expect(submits[route.requestHash]).toEqual({ received: 1, accepted: 1, executed: 1 })
  })

  test('pay out native currency that arrives at the address of the older flow', async () => {
    const output = bench.token(31339, 'USDC')
    const more = { useDepositAddress: 'true', disableAuto: 'true' }
    const amount = '20000000000000000'
    const swap = { from: 31337, to: 31339, input: nativeAddress, output, amount, more }
    const { autoRoute, depositRoute, deposit: none } = await bench.quote(swap)
    expect([autoRoute, none]).toEqual([null, undefined])
    expect(depositRoute).toEqual({
      depositAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      quoteId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      ...{ userOp: 'tx', totalFeeBps: '5' },
    })
    await pay(bench.chain(31337), nativeAddress, BigInt(amount), depositRoute?.depositAddress ?? '')
    await bench.waitForStatus(depositRoute?.quoteId ?? '', 4)
  })

  test('are priced again if more arrives than requested, and refunded if too little arrives', async () => {
    const [more, less] = [await deposit(usdcToDai()), await deposit(usdcToDai())]
    await send(more, 26_000_000n)
    const paid = await bench.waitForStatus(more.requestHash, 4)
    expect(paid).toMatchObject({ inputAmount: '25000000', broughtAmount: '26000000' })
    expect(BigInt(paid.outputAmount)).toBeGreaterThan(25_500_000_000_000_000_000n)
    await send(less, 20_000_000n)
    const refunded = await bench.waitForStatus(less.requestHash, 7)
    expect(refunded.problem).toBe('wrong amount')
    expect(await bench.held(31337, bench.token(31337, 'USDC'), refundAddress)).toBe(20_000_000n)
    expect(await statusOf(less.requestHash)).toMatchObject({
      exchangeStatusCode: 7,
      originData: { input: [{ amount: '20000000' }] },
      refund: { chainId: 31337, txHash: refunded.refundTransactionHash },
    })
  })

  test('are refunded for a wrong token and for a second payment', async () => {
    const route = await deposit(usdcToDai())
    const dai = bench.token(31337, 'DAI')
    await send(route, 5n, dai)
    expect((await bench.waitForStatus(route.requestHash, 7)).problem).toBe('wrong token')
    expect(await bench.held(31337, dai, refundAddress)).toBe(5n)
    await send(route, 25_000_000n)
    const surplus = async () => (await bench.sandbox.control.truth()).requests[0]?.surplus
    await expect.poll(surplus).toHaveLength(1)
    expect(await bench.held(31337, route.depositData.token, refundAddress)).toBe(25_000_000n)
  })

  test('expire with their address: a later payment is refunded as expired', async () => {
    await bench.sandbox.control.life({ depositSeconds: 1 })
    const route = await deposit(usdcToDai())
    await new Promise((resolve) => setTimeout(resolve, route.expiry * 1000 - Date.now() + 1100))
    expect(await statusOf(route.requestHash)).toMatchObject({
      ...{ exchangeStatusCode: 5, refund: null },
      originData: { txHash: null },
    })
    await bench.sandbox.control.pace({ settled: 3_600_000 })
    await send(route, 25_000_000n)
    await bench.waitForStatus(route.requestHash, 5)
    await bench.sandbox.control.pace({ settled: 0 })
    expect(await bench.waitForStatus(route.requestHash, 7)).toMatchObject({ problem: 'late deposit' })
    expect(await bench.held(31337, route.depositData.token, refundAddress)).toBe(25_000_000n)
  })

  test('end as planned, and the history lists them for a named user', async () => {
    await bench.sandbox.control.next('refund')
    const route = await deposit(usdcToDai({ userAddress: person.address }))
    await send(route, 25_000_000n)
    await bench.waitForStatus(route.requestHash, 7)
    const { body } = await bench.api<unknown>(`exchange-auto/history?sender=${person.address}`)
    expect(body.result).toMatchObject({
      data: [{ requestHash: route.requestHash, requestType: 'SINGLE_OUTPUT_REQUEST', status: 'REFUNDED' }],
    })
  })
})

describe('deposits on the far chains', () => {
  test.each([
    [1110002, 'stellar', /^[0-9a-f]{64}$/],
    [89999, 'solana', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
    [728126428, 'tron', /^[0-9a-f]{64}$/],
  ] as const)('of chain %i are played and paid out here', async (from, form, hashPattern) => {
    const refund = farAddress(form, 'refund')
    const output = bench.token(31338, 'DAI')
    const more = { enableDepositAddress: 'true', refundAddress: refund, userAddress: '' }
    const swap = { from, to: 31338, input: nativeAddress, output, amount: '5000000000', more }
    const route = await deposit(swap)
    expect(typeof route.depositData.memo).toBe(form === 'stellar' ? 'string' : 'undefined')
    const before = await bench.held(31338, output)
    await bench.sandbox.control.deposit(route.requestHash, '5000000000')
    const truth = await bench.waitForStatus(route.requestHash, 4)
    expect(truth.sourceTransactionHash).toMatch(hashPattern)
    expect(await bench.held(31338, output)).toBe(before + BigInt(truth.outputAmount))
    const wrong = await deposit(swap)
    await bench.sandbox.control.deposit(wrong.requestHash, '9000')
    expect((await bench.waitForStatus(wrong.requestHash, 7)).refundTransactionHash).toMatch(hashPattern)
    expect(await bench.held(from, nativeAddress, refund)).toBe(9000n)
  })

  test('are too late for an address that was ended early', async () => {
    const route = await deposit(usdcToDai())
    await bench.sandbox.control.expire(route.requestHash)
    expect(await statusOf(route.requestHash)).toMatchObject({ exchangeStatusCode: 5 })
    await send(route, 25_000_000n)
    expect(await bench.waitForStatus(route.requestHash, 7)).toMatchObject({ problem: 'late deposit' })
    await expect(bench.sandbox.control.expire(`0x${'0'.repeat(64)}`)).rejects.toThrow('no deposit route')
  })
})
