import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelCall } from '../../../lib/order/wallet-request.ts'
import { setClockAhead } from '../set-clock-ahead.ts'
import { useLiveSandbox } from '../use-sandbox.ts'
import { nativeAddress } from './listed-token.ts'
import { approve, person, send, signedBody } from './person.ts'

const bench = await useLiveSandbox()
afterEach(() => void vi.restoreAllMocks())

describe('swaps on the real chains', () => {
  test('a signed swap settles across chains', async () => {
    const [usdc, dai] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
    const route = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '25000000' })
    expect(route).toMatchObject({ userOp: 'sign', requestType: 'SINGLE_OUTPUT_REQUEST', txData: null })
    await approve(bench.chain(31337), route)
    const [usdcBefore, daiBefore] = [await bench.held(31337, usdc), await bench.held(31338, dai)]
    const body = await signedBody(route)
    const answers = await Promise.all(
      [1, 2, 3].map(() => bench.api<{ requestHash: string }>('exchange/submit', body)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers[2]?.body.result.requestHash).toBe(route.requestHash)
    const truth = await bench.waitForStatus(route.requestHash, 4)
    expect(await bench.held(31337, usdc)).toBe(usdcBefore - 25_000_000n)
    expect(await bench.held(31338, dai)).toBe(daiBefore + BigInt(route.output.effectiveAmount ?? 0))
    expect(BigInt(truth.outputAmount)).toBeGreaterThanOrEqual(BigInt(route.output.minAmountOut))
    expect(truth.intermediateSwapTransactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    const counters = await bench.sandbox.control.counters()
    expect(counters.submits[route.requestHash]).toEqual({ received: 3, accepted: 1, executed: 1 })
    const status = await bench.api<unknown>(`exchange/status?requestHash=${route.requestHash}`)
    expect(status.body.result).toMatchObject([
      {
        hash: route.requestHash,
        exchangeStatusCode: 4,
        originData: { originChainId: 31337, txHash: truth.sourceTransactionHash, status: 'COMPLETED' },
        destinationData: { destinationChainId: 31338, txHash: truth.destinationTransactionHash },
        refund: null,
      },
    ])
    const byTx = await bench.api<unknown>(`exchange/status?txHash=${truth.sourceTransactionHash}`)
    expect(byTx.body.result).toEqual(status.body.result)
    const history = await bench.api<unknown>(
      `exchange-auto/history?sender=${person.address}&pageNumber=1&pageSize=5`,
    )
    expect(history.body.result).toMatchObject({
      data: [
        {
          ...{ requestHash: route.requestHash, status: 'SETTLED', statusCode: 4 },
          intermediaryToken: [{ token: { symbol: 'DAI' }, chainId: 31337 }],
        },
      ],
      pageNumber: 1,
      pageSize: 5,
    })
  })

  test('cancels a signed swap whose owner cancels its nonce, and takes nothing', async () => {
    const usdc = bench.token(31337, 'USDC')
    const output = bench.token(31338, 'DAI')
    const route = await bench.auto({ from: 31337, to: 31338, input: usdc, output, amount: '25000000' })
    await approve(bench.chain(31337), route)
    const before = await bench.held(31337, usdc)
    const { chainId, permit2 } = bench.chain(31337)
    const { to, data } = cancelCall(permit2, BigInt(String(route.signTypedData?.values.nonce)))
    await send(bench.chain(chainId), { txData: { to, data, value: '0' } })
    await bench.api('exchange/submit', await signedBody(route))
    const truth = await bench.waitForStatus(route.requestHash, 6)
    expect(truth).toMatchObject({ extractTransactionHash: null, problem: 'InvalidNonce()' })
    expect(await bench.held(31337, usdc)).toBe(before)
  })

  test('returns everything of a refunded swap on its origin chain', async () => {
    const [usdc, dai] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
    const before = await bench.held(31337, usdc)
    await bench.sandbox.control.next('refund', 1)
    const route = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '3000000' })
    await approve(bench.chain(31337), route)
    await bench.api('exchange/submit', await signedBody(route))
    const truth = await bench.waitForStatus(route.requestHash, 7)
    expect(await bench.held(31337, usdc)).toBe(before)
    const status = await bench.api<unknown>(`exchange/status?requestHash=${route.requestHash}`)
    expect(status.body.result).toMatchObject([
      { exchangeStatusCode: 7, refund: { chainId: 31337, txHash: truth.refundTransactionHash } },
    ])
  })

  test('leaves signed funds alone and returns inbox funds when a request expires or is cancelled', async () => {
    const [usdc, dai] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
    await bench.sandbox.control.next('expire', 1)
    await bench.sandbox.control.next('cancel', 1)
    const signed = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '3000000' })
    await approve(bench.chain(31337), signed)
    await bench.api('exchange/submit', await signedBody(signed))
    expect(await bench.waitForStatus(signed.requestHash, 5)).toMatchObject({ sourceTransactionHash: null })
    await bench.sandbox.control.pace({ settled: 3_600_000 })
    const native = await bench.auto({
      ...{ from: 31338, to: 31337, input: nativeAddress, output: usdc, amount: '100000000000000000' },
    })
    await send(bench.chain(31338), native)
    await bench.waitForStatus(native.requestHash, 6)
    await bench.sandbox.control.pace({ settled: 0 })
    const refunded = await bench.waitForStatus(native.requestHash, 7)
    expect(refunded.refundTransactionHash).toMatch(/^0x/)
    expect(refunded.destinationTransactionHash).toBeNull()
  })

  test('waits without an allowance, and expires at the deadline', async () => {
    const [usdc, dai] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
    const waiting = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '3000000' })
    await bench.api('exchange/submit', await signedBody(waiting))
    await bench.waitForStatus(waiting.requestHash, 1)
    await approve(bench.chain(31337), waiting)
    await bench.waitForStatus(waiting.requestHash, 4)
    const late = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '3000000' })
    await bench.api('exchange/submit', await signedBody(late))
    const problemOf = async () =>
      (await bench.sandbox.control.truth()).requests.find((one) => one.requestHash === late.requestHash)
        ?.problem
    await expect.poll(problemOf).toContain('TRANSFER_FROM_FAILED')
    setClockAhead(600_000)
    expect((await bench.waitForStatus(late.requestHash, 5)).problem).toContain('TRANSFER_FROM_FAILED')
  })

  test('holds and releases a request by the pace, and forgets everything at a reset', async () => {
    const [usdc, dai] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
    await bench.sandbox.control.pace({ assigned: 3_600_000 })
    const route = await bench.auto({ from: 31337, to: 31338, input: usdc, output: dai, amount: '3000000' })
    await approve(bench.chain(31337), route)
    await bench.api('exchange/submit', await signedBody(route))
    await bench.waitForStatus(route.requestHash, 0)
    await bench.sandbox.control.pace({ assigned: 0 })
    await bench.waitForStatus(route.requestHash, 4)
    await bench.sandbox.control.reset()
    expect(await bench.sandbox.control.truth()).toEqual({ requests: [], problems: [] })
    expect(await bench.held(31337, usdc)).toBe(10_000_000_000n)
  })
})
