import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { lookAtReceiver } from '../../lib/flow/look-at-receiver.ts'
import { makeReview, orderOf } from '../../lib/flow/review.ts'
import type { Quote } from '../../lib/swap/quote.ts'
import { account, allOf, fund, review, signedAsk } from './world/drive.ts'
import { island, user } from './world/places.ts'
import { createWorld, type World } from './world/world.ts'

const stranger: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const poisoned: Address = `${user.slice(0, 6)}${'0'.repeat(32)}${user.slice(-4)}` as Address

async function start(): Promise<World> {
  const world = await createWorld()
  fund(world, signedAsk)
  return world
}

/** The review of a quote that values things so. */
async function reviewValued(world: World, inUsd: string | null, outUsd: string | null) {
  const outcome = await world.desk.quote('view', signedAsk, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const quote = outcome.held.answered.result
  const route = quote.autoRoute
  if (route === null) throw new Error('no route')
  const { effectiveAmount: _unsaid, ...output } = route.output
  const changed: Quote = {
    ...quote,
    input: { ...quote.input, priceInUsd: null, valueInUsd: inUsd },
    autoRoute: {
      ...route,
      output: { ...output, effectiveAmount: null, priceInUsd: null, valueInUsd: outUsd },
    },
  }
  const answered = { ...outcome.held.answered, result: changed }
  return makeReview({ ...outcome.held, answered }, account, world.reviewPorts)
}

describe('a large loss wants the word of the person (A7)', () => {
  test.each([
    ['100', '97', 'none', null],
    ['100', '94', 'warn', null],
    ['100', '88', 'confirm', 'yes'],
    ['100', '45', 'word', 'lose'],
    ['9000', '7990', 'word', 'lose'],
    [null, null, 'confirm', 'yes'],
  ])('%s for %s: %s', async (inUsd, outUsd, rung, consent) => {
    const world = await start()
    const { questions, reviewKey, risk } = await reviewValued(world, inUsd, outUsd)
    expect(risk.loss.rung).toBe(rung)
    if (consent !== null) {
      for (const said of [null, 'no', ...(consent === 'lose' ? ['yes'] : [])]) {
        await expect(orderOf(reviewKey, account, world.reviewPorts, { consent: said })).rejects.toThrow(
          'lossNotAgreed',
        )
      }
    }
    const agreed = allOf(questions)
    expect(await orderOf(reviewKey, account, world.reviewPorts, { consent, agreed })).toMatchObject({
      id: reviewKey,
    })
  })

  test('by a price the quote did not bring (API2)', async () => {
    const world = await start()
    const { inputToken: address, originChainId: chainId } = signedAsk
    world.holdings = [{ chainId, address, balance: '1000000', balanceInUsd: '2.5' }]
    const { reviewKey, risk } = await review(world, signedAsk)
    expect(risk.loss).toMatchObject({ rung: 'word', isIndependent: false })
    await expect(orderOf(reviewKey, account, world.reviewPorts)).rejects.toThrow('lossNotAgreed')
  })

  test('is said to be independent only where both sides are', async () => {
    const world = await start()
    const held = { balance: '1000000', balanceInUsd: '1' }
    world.holdings = [
      { ...held, chainId: signedAsk.originChainId, address: signedAsk.inputToken },
      { ...held, chainId: signedAsk.destinationChainId, address: signedAsk.outputToken },
    ]
    expect((await review(world, signedAsk)).risk.loss).toMatchObject({ rung: 'none', isIndependent: true })
  })
})

describe('receivers (M7, X3)', () => {
  test('a look-alike of the own address is stopped, in the form and in the review', async () => {
    const world = await start()
    const typed = { chainId: island.chainId, text: poisoned, tokens: [], userAddress: user }
    expect(await lookAtReceiver(typed, world.reviewPorts)).toMatchObject({
      problem: { code: 'receiverLookalike' },
      imitates: user,
    })
    await expect(review(world, { ...signedAsk, receiverAddress: poisoned })).rejects.toThrow(
      'receiverLookalike',
    )
  })

  test('a look-alike of an earlier receiver is stopped', async () => {
    const world = await start()
    const { reviewKey } = await review(world, { ...signedAsk, receiverAddress: stranger })
    await world.run.begin(await orderOf(reviewKey, account, world.reviewPorts))
    const near = `${stranger.slice(0, 6)}${'1'.repeat(32)}${stranger.slice(-4)}`
    const typed = { chainId: island.chainId, text: near, tokens: [], userAddress: null }
    expect(await lookAtReceiver(typed, world.reviewPorts)).toMatchObject({ imitates: stranger })
    expect(await lookAtReceiver({ ...typed, text: stranger }, world.reviewPorts)).toMatchObject({
      address: stranger,
    })
    await world.settle()
  })

  test('contracts and unused addresses are told of; zero and token contracts refused', async () => {
    const world = await start()
    const ports = world.reviewPorts
    const look = (text: string) =>
      lookAtReceiver(
        { chainId: island.chainId, text, tokens: [signedAsk.outputToken], userAddress: user },
        ports,
      )
    expect(await look(island.permit2)).toMatchObject({ risks: ['contract'] })
    expect(await look(stranger)).toMatchObject({ risks: ['unused'] })
    world.chain.ledger.give(island.chainId, nativeAddress, stranger, 1n)
    expect(await look(stranger)).toEqual({ address: stranger, risks: [] })
    expect(await look(user)).toEqual({ address: user, risks: [] })
    expect(await look(zeroAddress)).toMatchObject({ problem: { facts: { reason: 'zero' } } })
    expect(await look(signedAsk.outputToken)).toMatchObject({ problem: { facts: { reason: 'token' } } })
    const { risk } = await review(world, { ...signedAsk, receiverAddress: island.permit2 })
    expect(risk.receiver).toEqual(['contract'])
    world.chain.isDown = true
    expect(await look(stranger)).toMatchObject({ problem: { code: 'rpcUnreachable' } })
  })

  test('an account with borrowed code keeps its key, and a chain without a pin tells nothing', async () => {
    const world = await start()
    const { chain } = world.reviewPorts
    const ports = { ...world.reviewPorts, chain: { ...chain, codeAt: async () => '0xef0100aa' as const } }
    world.chain.ledger.give(island.chainId, nativeAddress, stranger, 1n)
    const typed = { chainId: island.chainId, text: stranger, tokens: [], userAddress: null }
    expect(await lookAtReceiver(typed, ports)).toEqual({ address: stranger, risks: [] })
    expect(await lookAtReceiver({ ...typed, chainId: 1 }, ports)).toEqual({ address: stranger, risks: [] })
  })
})
