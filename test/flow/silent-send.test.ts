import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '../../lib/base/time.ts'
import { canPutAway, canRetryApproval } from '../../lib/order/order-facts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  startSwap,
} from '../harness/actions.ts'
import { account } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'

type Send = readonly [
  name: string,
  request: QuoteRequest,
  choice: ReviewChoice,
  before: readonly FakeWalletBehaviour[],
]

/** Each kind of swap that sends a transaction. The wallet approves the requests before it. */
const sends: readonly Send[] = [
  ['native currency', nativeRequest, {}, []],
  ['a token to the inbox', inboxRequest, {}, ['yes']],
  ['a manual route', manualRequest, acrossRoute, ['yes']],
  ['a plain transfer', depositRequest, payByWallet, []],
]

/** Starts a swap whose wallet behaves as `behaviour` at the transaction request and gives no answer. */
async function silentSend([, request, choice, before]: Send, behaviour: FakeWalletBehaviour) {
  const { world, id } = await startSwap(request, { behaviours: [...before, behaviour], choice })
  if (behaviour === 'silent') {
    await world.waitForState(id, 'send_requested')
    await world.run.dispatch(id, { kind: 'stop' })
  }
  await world.waitForState(id, 'unknown_outcome')
  return { world, id, prompts: world.wallet.prompts.length }
}

/** Sends a retry, as an old view may. */
async function retry(world: World, id: string): Promise<void> {
  const requestId = (await world.readOrder(id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

describe.each(sends)('a transaction request without an answer, of %s', (...send) => {
  test.each(['gone', 'silent'] as const)(
    'is never sent again, however long the wallet is silent: %s',
    async (walletBehaviour) => {
      const { world, id, prompts } = await silentSend(send, walletBehaviour)
      for (const waitMs of [10 * secondMs, hourMs, dayMs]) {
        await world.advanceTime(waitMs)
        await retry(world, id)
        const order = await world.readOrder(id)
        expect(order.state).toBe('unknown_outcome')
        expect(canRetryApproval(order)).toBe(false)
        expect(order.walletRequest).not.toBeNull()
      }
      expect(world.wallet.prompts).toHaveLength(prompts)
    },
  )

  test('can be put away, and is followed when the wallet sends it afterwards', async () => {
    const { world, id, prompts } = await silentSend(send, 'silent')
    expect(canPutAway(await world.readOrder(id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.waitForState(id, 'stopping')
    await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', 'yes')
    const order = await world.waitForEnd(id)
    expect(order.state).toMatch(/^(verified|reported)_terminal$/)
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toHaveLength(1)
    expect(world.wallet.prompts).toHaveLength(prompts)
  })
})

test('does not believe a rejection after the wallet sent another transaction, and lets the person put the swap away', async () => {
  const { world, id } = await startSwap(nativeRequest, { behaviours: ['silent'] })
  const { walletRequest } = await world.waitForState(id, 'send_requested')
  const requestId = walletRequest?.requestId ?? ''
  const { originChainId: chainId, userAddress } = nativeRequest
  const to = `0x${'d1'.repeat(20)}` as const
  const from = userAddress as `0x${string}`
  const result = world.chain.send({ chainId, from, to, data: '0x', value: 1n })
  await world.run.applyAnswer({ requestId, kind: 'result', result, wallet: account.wallet })
  const named = await world.waitForState(id, 'unknown_outcome')
  expect(named).toMatchObject({ problem: { code: 'transactionDiffers' }, walletRequest: { requestId } })
  const failure = { code: 4001, message: 'User rejected the request.' } as const
  await world.run.applyAnswer({ requestId, kind: 'failure', failure })
  const order = await world.readOrder(id)
  expect(order).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
  expect(canPutAway(order, world.clock.nowMs())).toBe(true)
})
