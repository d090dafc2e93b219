import { afterEach, describe, expect, test, vi } from 'vitest'
import { setClockAhead } from '../set-clock-ahead.ts'
import { useLiveSandbox } from '../use-sandbox.ts'
import { sandboxTaker } from './affiliates.ts'
import { farAddress } from './far-address.ts'
import { nativeAddress } from './listed-token.ts'
import { quoteSeconds } from './live-sandbox.ts'
import { approve, type ManualRoute, type QuotedRoute, send } from './person.ts'

type Built = Pick<QuotedRoute, 'approvalData' | 'txData'>

const bench = await useLiveSandbox()
afterEach(() => void vi.restoreAllMocks())

const build = async ({ quoteId }: Pick<ManualRoute, 'quoteId'>) =>
  (await bench.api<Built>(`exchange/build-tx?quoteId=${quoteId}`)).body.result
const inFull = ({ approvalData }: Built, amount: string) => ({
  approvalData: approvalData && { ...approvalData, amount },
})
const statusOf = async (txHash: string) =>
  (await bench.api<unknown[]>(`exchange/status?txHash=${txHash}`)).body.result

function usdcToDai(amount = '25000000') {
  const [input, output] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
  return { from: 31337, to: 31338, input, output, amount }
}

describe('manual routes on the real chains', () => {
  test('are sent, found on the origin chain, paid on the destination and tracked by their transaction', async () => {
    const swap = usdcToDai()
    const route = await bench.manual(swap, 'Lighter V2')
    const built = await build(route)
    expect(built).toMatchObject({ txData: { chainId: 31337, value: '0x00' }, userOp: 'tx' })
    await approve(bench.chain(31337), built)
    const before = await bench.held(31338, swap.output)
    const hash = await send(bench.chain(31337), built)
    const truth = await bench.waitForStatus(hash, 4)
    expect(truth).toMatchObject({ way: 'manual', venue: 'lighter-v2', onchain: true, problem: null })
    expect(await bench.held(31338, swap.output)).toBe(before + BigInt(route.output.effectiveAmount ?? 0))
    expect(await statusOf(hash)).toMatchObject([
      {
        hash,
        exchangeStatusCode: 4,
        routeDetails: { name: 'lighter-v2' },
        originData: { originChainId: 31337, txHash: hash, status: 'COMPLETED' },
        destinationData: { destinationChainId: 31338, txHash: truth.destinationTransactionHash },
      },
    ])
    expect((await bench.api<unknown[]>(`exchange/status?requestHash=${hash}`)).body.result).toMatchObject([
      { originData: { originChainId: null } },
    ])
    const { submits, builds } = await bench.sandbox.control.counters()
    expect(submits[hash]).toEqual({ received: 1, accepted: 1, executed: 1 })
    expect(builds).toEqual({ [route.quoteId]: 1 })
  })

  test('pay a native fee on top, and refuse less than the whole input', async () => {
    const swap = usdcToDai()
    const route = await bench.manual(swap, 'Tollgate')
    expect(route.routeDetails.routeFee.token.address).toBe(nativeAddress)
    const built = await build(route)
    expect(BigInt(built.txData?.value ?? 0)).toBe(2_000_000_000_000_000n)
    await approve(bench.chain(31337), built)
    const short = { ...built, txData: built.txData && { ...built.txData, value: '0' } }
    await expect(send(bench.chain(31337), short)).rejects.toThrow()
    await bench.waitForStatus(await send(bench.chain(31337), built), 4)
  })

  test('report a too small approval for the fast route: only the full input succeeds', async () => {
    const swap = usdcToDai()
    const route = await bench.manual(swap, 'Lighter V2 Fast')
    const built = await build(route)
    expect(BigInt(built.approvalData?.amount ?? 0)).toBeLessThan(25_000_000n)
    await approve(bench.chain(31337), built)
    await expect(send(bench.chain(31337), built)).rejects.toThrow()
    await approve(bench.chain(31337), inFull(built, swap.amount))
    await bench.waitForStatus(await send(bench.chain(31337), built), 4)
  })

  test('approve the separate spender of their token, and send to their target', async () => {
    const swap = usdcToDai()
    const built = await build(await bench.manual(swap, 'Barge Slow'))
    const { manualSpender, manualTarget } = bench.chain(31337)
    expect([built.approvalData?.spenderAddress, built.txData?.to]).toEqual([manualSpender, manualTarget])
    await approve(bench.chain(31337), built)
    expect(await bench.waitForStatus(await send(bench.chain(31337), built), 4)).toMatchObject({
      venue: 'barge-slow',
    })
  })

  test('swap within one chain in their transaction, and are not tracked', async () => {
    const [input, output] = [bench.token(31337, 'USDC'), bench.token(31337, 'DAI')]
    const swap = { from: 31337, to: 31337, input, output, amount: '7000000' }
    const route = await bench.manual(swap, 'Harbourswap')
    expect(route.routeDetails.dexDetails).toMatchObject({ protocol: { name: 'harbourswap' } })
    const built = await build(route)
    await approve(bench.chain(31337), inFull(built, swap.amount))
    const before = await bench.held(31337, output)
    const hash = await send(bench.chain(31337), built)
    expect(await bench.held(31337, output)).toBe(before + BigInt(route.output.effectiveAmount ?? 0))
    expect(await bench.waitForStatus(hash, 4)).toMatchObject({ destinationTransactionHash: hash })
    expect(await statusOf(hash)).toMatchObject([{ hash, originData: { originChainId: null } }])
  })

  test('take the native currency and pay on a far chain', async () => {
    const receiver = farAddress('solana', 'somebody')
    const more = { receiverAddress: receiver }
    const swap = {
      from: 31337,
      to: 89999,
      input: nativeAddress,
      output: nativeAddress,
      amount: '10000000000000000',
      more,
    }
    const route = await bench.manual(swap, 'Barge Slow')
    const built = await build(route)
    expect([built.approvalData, BigInt(built.txData?.value ?? 0)]).toEqual([null, 10_000_000_000_000_000n])
    const hash = await send(bench.chain(31337), built)
    const truth = await bench.waitForStatus(hash, 4)
    expect(truth.destinationTransactionHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(await bench.held(89999, nativeAddress, receiver)).toBe(BigInt(route.output.effectiveAmount ?? 0))
  })

  test('return the input on the origin chain in a planned refund', async () => {
    const swap = usdcToDai()
    await bench.sandbox.control.next('cancel')
    const before = await bench.held(31337, swap.input)
    const built = await build(await bench.manual(swap, 'Barge Slow'))
    await approve(bench.chain(31337), built)
    const hash = await send(bench.chain(31337), built)
    const { refundTransactionHash } = await bench.waitForStatus(hash, 7)
    expect(await bench.held(31337, swap.input)).toBe(before)
    expect(await statusOf(hash)).toMatchObject([
      { exchangeStatusCode: 7, refund: { chainId: 31337, txHash: refundTransactionHash } },
    ])
  })

  test('pay and report the refuel and the fee taker', async () => {
    const taker = sandboxTaker
    const receiver = `0x${'ec'.repeat(20)}`
    const more = { refuel: 'true', feeBps: '12.5', feeTakerAddress: taker, receiverAddress: receiver }
    const swap = { ...usdcToDai(), more }
    const route = await bench.manual(swap, 'Lighter V2')
    expect(route).toMatchObject({
      affiliateFee: { amount: '31250', feeTakerAddress: taker },
      refuel: { output: { amount: '1000000000000000', token: { address: nativeAddress } } },
    })
    const built = await build(route)
    await approve(bench.chain(31337), built)
    await bench.waitForStatus(await send(bench.chain(31337), built), 4)
    expect(await bench.held(31338, nativeAddress, receiver)).toBe(1_000_000_000_000_000n)
    expect(await bench.held(31337, swap.input, taker)).toBe(31_250n)
  })

  test('are not built from an expired quote, nor from a quote of another kind', async () => {
    const refused = async (quoteId: string) => {
      const { status, body } = await bench.api<Built>(`exchange/build-tx?quoteId=${quoteId}`)
      return [status, body.success, body.message]
    }
    const failing = await bench.manual(usdcToDai(), 'Driftwood')
    expect(await refused(failing.quoteId)).toEqual([400, false, expect.stringContaining('unavailable')])
    const auto = await bench.auto(usdcToDai())
    expect(await refused(auto.quoteId)).toEqual([400, false, expect.stringContaining('automatic')])
    const late = await bench.manual(usdcToDai(), 'Lighter V2')
    setClockAhead(quoteSeconds * 1_000)
    expect(await refused(late.quoteId)).toEqual([400, false, expect.stringContaining('expired')])
  })
})
