import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '../../lib/base/time.ts'
import { isStillAsked, mayAskAgain, mayPutAway } from '../../lib/order/order-facts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  until,
  untilState,
} from '../harness/actions.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

type Send = readonly [
  name: string,
  ask: QuoteRequest,
  choice: ReviewChoice | undefined,
  before: readonly Mood[],
]

/** Each kind of swap that sends a transaction. The wallet approves the requests before it. */
const sends: readonly Send[] = [
  ['native currency', nativeAsk, undefined, []],
  ['a token to the inbox', inboxAsk, undefined, ['yes']],
  ['a manual route', manualAsk, across, ['yes']],
  ['a plain transfer', depositAsk, { routeKey: 'deposit', pay: 'wallet' }, []],
]

/** Starts a swap whose wallet behaves as `mood` at the transaction request and gives no answer. */
async function silentSend([, ask, choice, before]: Send, mood: Mood) {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.moods.push(...before, mood)
  const id = await begin(world, ask, account, choice)
  if (mood === 'silent') {
    await untilState(world, id, 'send_requested')
    await world.run.dispatch(id, { kind: 'abandon' })
  }
  await untilState(world, id, 'unknown_outcome')
  return { world, id, prompts: world.wallet.prompts.length }
}

/** Sends a retry, as an old view may. */
async function retry(world: World, id: string): Promise<void> {
  const requestId = (await orderAt(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

describe.each(sends)('a transaction request without an answer, of %s', (...send) => {
  test.each(['gone', 'silent'] as const)(
    'is never sent again, however long the wallet is silent: %s',
    async (mood) => {
      const { world, id, prompts } = await silentSend(send, mood)
      for (const waitMs of [10 * secondMs, hourMs, dayMs]) {
        await pass(world, waitMs)
        await retry(world, id)
        const order = await orderAt(world, id)
        expect(order.state).toBe('unknown_outcome')
        expect(mayAskAgain(order)).toBe(false)
        expect(isStillAsked(order)).toBe(true)
      }
      expect(world.wallet.prompts).toHaveLength(prompts)
    },
  )

  test('can be put away, and is followed when the wallet sends it afterwards', async () => {
    const { world, id, prompts } = await silentSend(send, 'silent')
    expect(mayPutAway(await orderAt(world, id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'abandon' })
    await untilState(world, id, 'stopping')
    await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', 'yes')
    const order = await until(world, id, isAtRest)
    expect(order.state).toMatch(/^(verified|reported)_terminal$/)
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toHaveLength(1)
    expect(world.wallet.prompts).toHaveLength(prompts)
  })
})

test('does not believe a rejection after the wallet sent another transaction, and lets the person put the swap away', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, nativeAsk)
  const { walletRequest } = await untilState(world, id, 'send_requested')
  const requestId = walletRequest?.requestId ?? ''
  const { originChainId: chainId, userAddress } = nativeAsk
  const to = `0x${'d1'.repeat(20)}` as const
  const from = userAddress as `0x${string}`
  const result = world.chain.send({ chainId, from, to, data: '0x', value: 1n })
  await world.run.answered({ requestId, kind: 'result', result, wallet: account.wallet })
  const named = await untilState(world, id, 'unknown_outcome')
  expect(named).toMatchObject({ problem: { code: 'transactionDiffers' }, walletRequest: { requestId } })
  const failure = { code: 4001, message: 'User rejected the request.' } as const
  await world.run.answered({ requestId, kind: 'failure', failure })
  const order = await orderAt(world, id)
  expect(order).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
  expect(mayPutAway(order, world.clock.nowMs())).toBe(true)
})
