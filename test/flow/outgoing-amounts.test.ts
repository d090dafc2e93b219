import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  allow,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  manualAsk,
  nativeAsk,
  review,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { harbour, inboxOf, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const tokens = signedAsk.inputAmount
const coins = nativeAsk.inputAmount

/** Sets every allowance, so that the swap needs no approval. */
function allowAll(world: World, ask: QuoteRequest): void {
  fund(world, ask)
  allow(world, ask)
  for (const spender of [inboxOf(harbour), ...harbour.manualTargets]) {
    world.chain.ledger.allow(harbour.chainId, ask.inputToken, user, BigInt(ask.inputAmount), spender)
  }
}

test.each([
  ['inbox', inboxAsk, {}, 0n, { amountUnits: tokens }],
  ['manual', manualAsk, across, 0n, { amountUnits: tokens }],
  ['manual with a fee', manualAsk, across, 7_000n, { amountUnits: tokens, nativeUnits: '7000' }],
  ['native', nativeAsk, {}, 0n, { amountUnits: coins, nativeUnits: coins }],
  ['deposit', depositAsk, { routeKey: 'deposit' }, 0n, { amountUnits: tokens }],
] as const)(
  'stores the token amount and the native amount of a transaction request: %s',
  async (_name, ask, choice, fee, sent) => {
    const world = await createWorld()
    allowAll(world, ask)
    world.service.nativeFee = fee
    world.wallet.moods.push('silent')
    const id = await begin(world, ask, account, choice)
    const asked = await untilState(world, id, 'send_requested')
    expect(asked.walletRequest).toMatchObject(sent)
    expect(asked.walletRequest && 'nativeUnits' in asked.walletRequest).toBe('nativeUnits' in sent)
    await world.wallet.decide(asked.walletRequest?.requestId ?? '', 'yes')
    const order = await untilState(
      world,
      id,
      'sent',
      'pending',
      'verified_terminal',
      'reported_terminal',
      'deposit_awaited',
    )
    expect(order.transactions.at(-1)).toMatchObject({ purpose: 'send', ...sent })
  },
)

test('refuses a request in the review that is too large for a wallet page', async () => {
  const world = await createWorld()
  fund(world, manualAsk)
  const more = (chars: number) => {
    world.service.bend = (txData) => ({ ...txData, data: `${txData.data}${'00'.repeat(chars / 2)}` })
    return review(world, manualAsk, account, across)
  }
  await expect(more(131_072)).rejects.toMatchObject({
    data: { code: 'requestTooLarge', money: 'nothingSent' },
  })
  await expect(more(126_976)).rejects.toThrow('requestTooLarge')
})
