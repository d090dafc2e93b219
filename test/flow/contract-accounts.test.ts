import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  allow,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  sameChainAsk,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { stranger, user } from '../harness/chains.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

const onOneChain: QuoteRequest = { ...sameChainAsk, options: { enableManual: true } }

async function start(ask: QuoteRequest, ...moods: readonly Mood[]): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, ask)
  world.chain.owners.set(user, user)
  world.wallet.moods.push(...moods)
  return { world, id: await begin(world, ask, account, ask === onOneChain ? across : {}) }
}

const payments = (world: World) => world.chain.sent.filter(({ data }) => !data.startsWith('0x095ea7b3'))

describe('a contract account whose call is in another account’s transaction', () => {
  test.each([
    ['the native asset', nativeAsk, ['relayed']],
    ['a token to the inbox', inboxAsk, ['relayed', 'relayed']],
    ['a manual swap on one chain', onOneChain, ['relayed', 'relayed']],
  ] as const)('is followed to the end: %s', async (_name, ask, moods) => {
    const { world, id } = await start(ask, ...moods)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null, anomalies: [] })
    expect(payments(world)).toHaveLength(1)
  })

  test('stays sent when that transaction fails, because another one may carry the call', async () => {
    const { world, id } = await start(nativeAsk, 'silent')
    const { walletRequest } = await untilState(world, id, 'send_requested')
    world.chain.fates.push('fail')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'relayed')
    await pass(world, 5 * 60_000)
    expect(await orderAt(world, id)).toMatchObject({ state: 'sent', problem: null })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('reports transactionDiffers when the wallet names an unrelated transaction', async () => {
    const { world, id } = await start(nativeAsk, 'silent')
    const { walletRequest } = await untilState(world, id, 'send_requested')
    const other = lowerHex(stranger.address)
    const call = { chainId: nativeAsk.originChainId, from: other, to: other, data: '0x', value: 0n } as const
    const result = world.chain.carry([call], other)
    const { wallet } = account
    await world.run.answered({ requestId: walletRequest?.requestId ?? '', kind: 'result', result, wallet })
    expect(await untilState(world, id, 'unknown_outcome')).toMatchObject({
      problem: { code: 'transactionDiffers' },
    })
  })
})

describe('a Safe-like account whose wallet first answers an id of its own', () => {
  test.each([
    ['the native asset', nativeAsk, ['queued']],
    ['a token to the inbox', inboxAsk, ['queued', 'queued']],
  ] as const)('is followed until its owners approve: %s', async (_name, ask, moods) => {
    const { world, id } = await start(ask, ...moods)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null })
    expect(order.sourceTransactionHash).not.toBe(order.transactions.at(-1)?.hash)
    expect(payments(world)).toHaveLength(1)
    expect(world.wallet.prompts).toHaveLength(moods.length)
  })
})

describe('a contract account that cannot sign', () => {
  test('gets signatureRefused without a submit, and can swap through the inbox instead', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.chain.owners.set(user, lowerHex(stranger.address))
    const id = await begin(world, signedAsk)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped).toMatchObject({
      signature: null,
      submitBody: null,
      problem: { code: 'signatureRefused', money: 'nothingSent' },
    })
    expect(world.service.submits.size).toBe(0)
    await world.run.dispatch(id, { kind: 'abandon' })
    world.wallet.moods.push('relayed', 'relayed')
    const other = await begin(world, inboxAsk)
    expect(await until(world, other, isAtRest)).toMatchObject({ kind: 'inbox', state: 'verified_terminal' })
  })
})
