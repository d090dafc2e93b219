import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, harbour, inboxOf, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const tokenAmount = signedRequest.inputAmount
const nativeAmount = nativeRequest.inputAmount

/** Sets every allowance, so that the swap needs no approval. */
function allowAll(world: World, request: QuoteRequest): void {
  world.fund(request)
  world.allowPermit2(request)
  for (const spender of [inboxOf(harbour), ...harbour.manualTargets]) {
    world.chain.ledger.allow(harbour.chainId, request.inputToken, user, BigInt(request.inputAmount), spender)
  }
}

test.each([
  ['inbox', inboxRequest, {}, 0n, { amountUnits: tokenAmount }],
  ['manual', manualRequest, acrossRoute, 0n, { amountUnits: tokenAmount }],
  [
    'manual with a fee',
    manualRequest,
    acrossRoute,
    7_000n,
    { amountUnits: tokenAmount, nativeUnits: '7000' },
  ],
  ['native', nativeRequest, {}, 0n, { amountUnits: nativeAmount, nativeUnits: nativeAmount }],
  ['deposit', depositRequest, { routeKey: 'deposit' }, 0n, { amountUnits: tokenAmount }],
] as const)(
  'stores the token amount and the native amount of a transaction request: %s',
  async (_name, request, choice, fee, sent) => {
    const world = await createWorld()
    allowAll(world, request)
    world.service.nativeFee = fee
    world.wallet.behaviours.push('silent')
    const id = await world.startOrder(request, account, choice)
    const requested = await world.waitForState(id, 'send_requested')
    expect(requested.walletRequest).toMatchObject(sent)
    expect(requested.walletRequest && 'nativeUnits' in requested.walletRequest).toBe('nativeUnits' in sent)
    await world.wallet.decide(requested.walletRequest?.requestId ?? '', 'yes')
    const order = await world.waitForState(
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
  const world = await createFundedWorld(manualRequest)
  const more = (chars: number) => {
    world.service.changeTxData = (txData) => ({ ...txData, data: `${txData.data}${'00'.repeat(chars / 2)}` })
    return world.createReview(manualRequest, account, acrossRoute)
  }
  await expect(more(131_072)).rejects.toMatchObject({
    data: { code: 'routeUnusable', money: 'nothingSent', facts: { reason: 'tooLarge' } },
  })
  await expect(more(126_976)).rejects.toThrow('routeUnusable reason=tooLarge')
})
