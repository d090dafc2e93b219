import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import {
  createFundedWorld,
  delivered,
  depositRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import type { World } from '../harness/world.ts'

describe('a quote that ends while the wallet starts', () => {
  test.each([
    ['a signature', signedRequest, 'sign_requested'],
    ['a transaction', nativeRequest, 'send_requested'],
  ] as const)('does not prompt for %s', async (_what, request, state) => {
    const world = await createFundedWorld(request, { allowed: true, behaviours: ['before'] })
    // The wallet needs 20 s to show a request. Then less than 15 s are left.
    world.service.quoteLifeSeconds = 32
    const id = await world.startOrder(request)
    await world.waitForState(id, state)
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(world.wallet.prompts).toEqual([])
  })

  test('prompts while 15 s are left', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['before'] })
    world.service.quoteLifeSeconds = 40
    const id = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

test.each([
  [70, 'opens no prompt'],
  [90, 'is paid'],
])('a deposit whose address has %i s left while the wallet takes 20 s %s', async (leftSeconds, outcome) => {
  const world = await createFundedWorld(depositRequest, { behaviours: ['before'] })
  const { reviewKey } = await world.createReview(depositRequest, account, payByWallet)
  await world.advanceTime((600 - leftSeconds) * secondMs)
  const id = await world.confirm(reviewKey)
  if (outcome === 'is paid') {
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    return
  }
  const { problem } = await world.waitForState(id, 'needs_user')
  expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  expect(world.wallet.prompts).toEqual([])
})

describe('a permit whose deadline is near, with a fresh quote', () => {
  async function confirmWithLeft(leftSeconds: number, prepare: (world: World) => void = () => undefined) {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    world.service.permitLifeSeconds = 60
    const { reviewKey } = await world.createReview(signedRequest)
    await world.advanceTime((60 - leftSeconds) * secondMs)
    prepare(world)
    return { world, id: await world.confirm(reviewKey) }
  }

  test.each([16, 29])('is not signed with %i s left, and the quote is shown as expired', async (seconds) => {
    const { world, id } = await confirmWithLeft(seconds)
    const { problem, timeline } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(timeline.map(({ step }) => step)).not.toContain('signRequested')
    expect(world.wallet.prompts).toEqual([])
  })

  test('is not signed when the deadline comes close after the last reads, and the quote is shown as expired', async () => {
    const { world, id } = await confirmWithLeft(32, ({ chain, clock }) => {
      const { latestBlockSeconds } = chain.reader
      const waits = [0, 5 * secondMs]
      chain.reader.latestBlockSeconds = async (chainId) => {
        clock.skip(waits.shift() ?? 0)
        return latestBlockSeconds(chainId)
      }
    })
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(world.wallet.prompts).toEqual([])
  })

  test('is signed with 30 s left', async () => {
    const { world, id } = await confirmWithLeft(30)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

describe('a background that died between the stored request and the prompt', () => {
  async function dieBeforePrompt(): Promise<{ readonly world: World; readonly id: string }> {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { handleRequest } = world.wallet
    world.wallet.handleRequest = async () => undefined
    const id = await world.startOrder(signedRequest)
    await world.waitForState(id, 'sign_requested')
    world.wallet.handleRequest = handleRequest
    world.chain.isDown = true
    await world.restart()
    return { world, id }
  }

  test('prompts soon after the chain answers again, and does not wait for an alarm', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('prompts for nothing after the swap was stopped meanwhile', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.run.dispatch(id, { kind: 'stop' })
    world.chain.isDown = false
    await world.advanceTime(60 * secondMs)
    expect(world.wallet.prompts).toEqual([])
  })
})

describe('a signature', () => {
  test.each([
    ['the allowance', 'approvalFailed'],
    ['the balance', 'balanceTooLow'],
  ] as const)('is not requested after %s was lowered since it was observed', async (what, code) => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { ledger } = world.chain
    const { chainId } = harbour
    const { inputToken, inputAmount } = signedRequest
    const { reviewKey } = await world.createReview(signedRequest)
    const { nonceUsed } = world.chain.reader
    world.chain.reader.nonceUsed = async (...read) => {
      if (what === 'the allowance') ledger.allow(chainId, inputToken, user, BigInt(inputAmount) - 1n)
      else ledger.give(chainId, inputToken, user, -ledger.balance(chainId, inputToken, user))
      return nonceUsed(...read)
    }
    const id = await world.confirm(reviewKey)
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code })
    expect(world.wallet.prompts).toEqual([])
  })

  test('requests a new approval on a retry, and then the signature', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'] })
    await world.waitForState(id, 'needs_user')
    world.chain.ledger.allow(harbour.chainId, signedRequest.inputToken, user, 0n)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
  })
})
