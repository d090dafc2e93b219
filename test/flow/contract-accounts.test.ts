import { describe, expect, test } from 'vitest'
import { lowerHex, nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  inboxRequest,
  nativeRequest,
  sameChainManualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'

async function startContractAccountSwap(
  request: QuoteRequest,
  ...behaviours: readonly FakeWalletBehaviour[]
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(request, { behaviours })
  world.chain.owners.set(user, user)
  return {
    world,
    id: await world.startOrder(request, account, request === sameChainManualRequest ? acrossRoute : {}),
  }
}

const payments = (world: World) => world.chain.sent.filter(({ data }) => !data.startsWith('0x095ea7b3'))

describe('a contract account whose call is in another account’s transaction', () => {
  test.each([
    ['the native asset', nativeRequest, ['relayed']],
    ['a token to the inbox', inboxRequest, ['relayed', 'relayed']],
    ['a manual swap on one chain', sameChainManualRequest, ['relayed', 'relayed']],
  ] as const)('is followed to the end: %s', async (_name, request, walletBehaviours) => {
    const { world, id } = await startContractAccountSwap(request, ...walletBehaviours)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null, anomalies: [] })
    expect(payments(world)).toHaveLength(1)
  })

  test('reports transactionDiffers when the wallet names an unrelated transaction', async () => {
    const { world, id } = await startContractAccountSwap(nativeRequest, 'silent')
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    const other = lowerHex(stranger.address)
    const call = {
      chainId: nativeRequest.originChainId,
      from: other,
      to: other,
      data: '0x',
      value: 0n,
    } as const
    const result = world.chain.sendThroughAccount([call], other)
    const { wallet } = account
    await world.run.applyAnswer({ requestId: walletRequest?.requestId ?? '', kind: 'result', result, wallet })
    expect(await world.waitForState(id, 'unknown_outcome')).toMatchObject({
      problem: { code: 'transactionDiffers' },
    })
  })
})

test.each<[string, (world: World) => unknown]>([
  ['a contract', ({ chain }) => chain.owners.set(user, user)],
  ['a delegated account (EIP-7702)', ({ chain }) => chain.delegated.add(user)],
])('an account whose gas others pay swaps without native currency: %s', async (_name, arrange) => {
  const world = await createFundedWorld(inboxRequest, { behaviours: ['relayed', 'relayed'] })
  const { ledger } = world.chain
  const { originChainId } = inboxRequest
  ledger.give(originChainId, nativeAddress, user, -ledger.balance(originChainId, nativeAddress, user))
  await expect(world.createReview(inboxRequest)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
  arrange(world)
  const id = await world.startOrder(inboxRequest)
  expect(await world.waitForEnd(id)).toMatchObject(delivered)
})

test.each([
  ['the native asset', nativeRequest, ['queued']],
  ['a token to the inbox', inboxRequest, ['queued', 'queued']],
] as const)(
  'a Safe-like account whose wallet first answers an id of its own is followed until its owners approve: %s',
  async (_name, request, walletBehaviours) => {
    const { world, id } = await startContractAccountSwap(request, ...walletBehaviours)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.sourceTransactionHash).not.toBe(order.transactions.at(-1)?.hash)
    expect(payments(world)).toHaveLength(1)
    expect(world.wallet.prompts).toHaveLength(walletBehaviours.length)
  },
)

test('a contract account that cannot sign gets walletUnsupported without a submit, and can swap through the inbox instead', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.chain.owners.set(user, lowerHex(stranger.address))
  const id = await world.startOrder(signedRequest)
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped).toMatchObject({
    signature: null,
    submitBody: null,
    problem: { code: 'walletUnsupported', money: 'nothingSent' },
  })
  expect(world.service.submits.size).toBe(0)
  await world.run.dispatch(id, { kind: 'stop' })
  world.wallet.behaviours.push('relayed', 'relayed')
  const other = await world.startOrder(inboxRequest)
  expect(await world.waitForEnd(other)).toMatchObject({
    kind: 'inbox',
    state: 'verified_terminal',
  })
})
