import { createPublicClient, createTestClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accounts } from '../chains/chain-book.ts'
import { withdrawFundsData } from '../chains/contract-abis.ts'
import { setClockAhead } from '../set-clock-ahead.ts'
import { useLiveSandbox } from '../use-sandbox.ts'
import { sandboxTaker } from './affiliates.ts'
import type { Swap } from './live-sandbox.ts'
import { approve, person, send, signedBody } from './person.ts'

const taker = sandboxTaker

const bench = await useLiveSandbox()
afterEach(() => void vi.restoreAllMocks())

function usdcToDai(more: Swap['more'] = {}): Swap {
  const [input, output] = [bench.token(31337, 'USDC'), bench.token(31338, 'DAI')]
  return { from: 31337, to: 31338, input, output, amount: '25000000', more }
}

describe('the options of an automatic request', () => {
  test('make refuel, payload and fee happen on the chains', async () => {
    const receiver = bench.token(31338, 'USDC')
    const args = [person.address, 7n] as const
    const destinationPayload = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    const swap = usdcToDai({
      ...{ receiverAddress: receiver, destinationPayload, destinationGasLimit: '100000' },
      ...{ feeBps: '25', feeTakerAddress: taker },
    })
    const route = await bench.auto(swap)
    await approve(bench.chain(31337), route)
    await bench.api('exchange/submit', await signedBody(route))
    const truth = await bench.waitForStatus(route.requestHash, 4)
    expect(truth).toMatchObject({ problem: null, affiliateAmount: '62500' })
    expect(await bench.held(31337, swap.input, taker)).toBe(62_500n)
    const reads = createPublicClient({ transport: http(bench.chain(31338).rpcUrl) })
    const allowed = await reads.readContract({
      ...{ address: receiver as `0x${string}`, abi: erc20Abi, functionName: 'allowance' },
      args: [accounts.solver, person.address],
    })
    expect(allowed).toBe(7n)
  })

  test('let a request expire if its transmitter is not the solver', async () => {
    await approve(bench.chain(31337), await bench.auto(usdcToDai()))
    const route = await bench.auto(usdcToDai({ exclusiveTransmitter: taker }))
    await bench.api('exchange/submit', await signedBody(route))
    const problem = async () => (await bench.sandbox.control.truth()).requests[0]?.problem
    await expect.poll(problem).toContain('WrongTransmitter')
    setClockAhead(600_000)
    expect((await bench.waitForStatus(route.requestHash, 5)).problem).toContain('WrongTransmitter')
  })
})

test('the inbox lets any account withdraw after the deadline while the service delays its refund', async () => {
  const { control } = bench.sandbox
  const swap = usdcToDai({ useInbox: 'true' })
  await approve(bench.chain(31337), await bench.auto(swap))
  await control.pace({ settled: 3_600_000 })
  await control.next('expire')
  const before = await bench.held(31337, swap.input)
  const route = await bench.auto(swap)
  await send(bench.chain(31337), route)
  const expired = await bench.waitForStatus(route.requestHash, 5)
  expect(await bench.held(31337, swap.input)).toBe(before - 25_000_000n)
  const { requests } = await control.truth()
  expect(requests[0]?.refundTransactionHash).toBeNull()
  // The contract follows the chain's own clock, which stands still between two blocks.
  const chain = createTestClient({ mode: 'anvil', transport: http(bench.chain(31337).rpcUrl) })
  await chain.setNextBlockTimestamp({ timestamp: BigInt(expired.deadlineSeconds + 1) })
  await chain.mine({ blocks: 1 })
  const found = await bench.sandbox.ledger.findInboxRequest(31337, route.requestHash)
  if (!found || !route.txData) throw new Error('no request in the inbox')
  const data = withdrawFundsData(found.kind, found.struct)
  const hash = await send(bench.chain(31337), { txData: { to: route.txData.to, data, value: '0' } })
  expect(await bench.held(31337, swap.input)).toBe(before)
  expect((await bench.waitForStatus(route.requestHash, 7)).refundTransactionHash).toBe(hash)
})
