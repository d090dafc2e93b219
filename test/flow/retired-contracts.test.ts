import { afterEach, describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { DeploymentChain } from '../../lib/deployment/schema.ts'
import { requireStored } from '../../lib/order/check-stored.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import {
  createFundedWorld,
  createUnexecutedOrder,
  inboxRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, deployment, gatewayOf, harbour, inboxOf, island, user } from '../harness/chains.ts'
import { cancelOrder, createOverdueOrder, reviewOrderExit, withdrawOrder } from '../harness/exits.ts'
import { createExtractedOrder, reportPayment } from '../harness/reported-payment.ts'
import type { World } from '../harness/world.ts'
import { problemDataOf } from '../unit/base/problem-code.ts'
import { requestOf } from '../unit/order/order-fixture.ts'

type Lists = Pick<DeploymentChain, 'gateways' | 'inboxes'>
const chains = [harbour, island]
const originalContracts = chains.map(({ gateways, inboxes, permit2 }) => ({ gateways, inboxes, permit2 }))
const replacement: Address = '0x00000000000000000000000000000000000b0b02'

afterEach(() => {
  for (const [at, chain] of chains.entries()) {
    Object.assign(chain, originalContracts[at])
    for (const name of ['retiredGateways', 'retiredInboxes']) Reflect.deleteProperty(chain, name)
  }
})

/** Installs a later deployment file with other contracts. It lists the old ones as retired, or not at all. */
function updateDeployment(place: keyof Lists, keeps: 'retired' | 'nowhere'): void {
  const retired = place === 'gateways' ? 'retiredGateways' : 'retiredInboxes'
  for (const chain of chains) {
    if (keeps === 'retired') Object.assign(chain, { [retired]: chain[place] })
    Object.assign(chain, { [place]: [replacement] })
  }
}

const withdrawal = requestOf('withdraw', { requestId: 'r', accountNonce: 0, amountUnits: null })

describe('after an update that replaces the inbox', () => {
  test('withdraws the money of a retired inbox from that inbox', async () => {
    const { world, id } = await createOverdueOrder()
    const old = inboxOf(harbour)
    updateDeployment('inboxes', 'retired')
    const before = world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    expect(await reviewOrderExit(world, 'withdraw', id)).toMatchObject({
      contract: old,
    })
    await withdrawOrder(world, id)
    expect(world.wallet.prompts.at(-1)?.params).toMatchObject([{ to: old }])
    const order = await world.waitForOrder(id, ({ fundsSettled }) => fundsSettled)
    const after = world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    expect(after - before).toBe(BigInt(inboxRequest.inputAmount))
    expect(order.evidence).toMatchObject({ kind: 'refund', units: inboxRequest.inputAmount })
  })

  test('refuses a withdrawal from an unlisted inbox with contractNotListed', async () => {
    const { world, id } = await createOverdueOrder()
    const contract = inboxOf(harbour)
    updateDeployment('inboxes', 'nowhere')
    const order = await world.readOrder(id)
    const problem = {
      data: { code: 'contractNotListed', money: 'atOrigin', facts: { contract } },
    }
    await expect(reviewExit('withdraw', order, account, world.reviewPorts)).rejects.toMatchObject(problem)
    const input = { deployment, nowMs: world.clock.nowMs(), others: [], chainSeconds: [] }
    expect(problemDataOf(() => requireStored(order, withdrawal, input))).toMatchObject({
      code: 'checkFailed',
      facts: { reason: 'I-1' },
    })
    const requested = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(requested)
    expect((await world.readOrder(id)).problem).toMatchObject({
      code: 'checkFailed',
      money: 'atOrigin',
      facts: { reason: 'I-1' },
    })
  })

  test('revokes the allowance of a retired inbox', async () => {
    const world = await createFundedWorld(inboxRequest)
    const old = inboxOf(harbour)
    const id = await world.startOrder(inboxRequest)
    await world.waitForState(id, 'verified_terminal')
    world.chain.ledger.allow(harbour.chainId, inboxRequest.inputToken, user, 5n, old)
    updateDeployment('inboxes', 'retired')
    expect(await reviewOrderExit(world, 'revoke', id)).toMatchObject({
      contract: old,
    })
  })
})

describe('after an update that replaces the gateways', () => {
  test('cancels a signature for a retired gateway', async () => {
    const { world, id } = await createUnexecutedOrder()
    updateDeployment('gateways', 'retired')
    await cancelOrder(world, id)
    expect((await world.waitForState(id, 'cancelled_unused')).fundsSettled).toBe(true)
  })

  test('refuses a cancellation when the file names another Permit2 than the signature', async () => {
    const { world, id } = await createUnexecutedOrder()
    const contract = harbour.permit2
    Object.assign(harbour, { permit2: replacement })
    await expect(reviewOrderExit(world, 'cancel', id)).rejects.toMatchObject({
      data: { code: 'contractNotListed', facts: { contract } },
    })
  })

  /** Makes a delivery that names the earlier gateway. */
  async function delivered(): Promise<{ world: World; id: string; hash: string }> {
    const { world, id } = await createExtractedOrder()
    const { requestHash } = (await world.readOrder(id)).terms
    const { chainId } = island
    const by = gatewayOf(island)
    const hash = world.chain.payAsSolver(
      chainId,
      signedRequest.outputToken,
      user,
      1_700_000n,
      requestHash,
      by,
    )
    return { world, id, hash }
  }

  const unproven = { state: 'reported_terminal', doubt: 'notNamed' }
  test.each<[string, () => void, object]>([
    [
      'verifies a delivery by a retired gateway when the signature names a retired one',
      () => updateDeployment('gateways', 'retired'),
      { state: 'verified_terminal', fundsSettled: true },
    ],
    ['verifies no delivery by an unlisted gateway', () => updateDeployment('gateways', 'nowhere'), unproven],
    [
      'verifies no swap whose own gateway is unlisted, and reports notListed',
      () => Object.assign(harbour, { gateways: [replacement] }),
      { ...unproven, doubt: 'notListed' },
    ],
    [
      'verifies no delivery by a retired gateway when the signature names a current one',
      () => Object.assign(island, { gateways: [replacement], retiredGateways: island.gateways }),
      unproven,
    ],
  ])('%s', async (_name, update, outcome) => {
    const { world, id, hash } = await delivered()
    update()
    expect(await reportPayment(world, id, { code: 4, destinationHash: hash })).toMatchObject(outcome)
  })
})

test.each([
  ['inboxes', inboxRequest, {}, {}],
  ['gateways', signedRequest, { allowed: true }, { facts: { reason: 'V-3' } }],
] as const)('requests nothing more for retired %s after a retry', async (role, request, options, facts) => {
  const { world, id } = await startSwap(request, { ...options, behaviours: ['reject'] })
  await world.waitForState(id, 'needs_user')
  updateDeployment(role, 'retired')
  const requested = world.wallet.prompts.length
  await world.run.dispatch(id, { kind: 'retry' })
  await world.advanceTime(minuteMs)
  expect(world.wallet.prompts).toHaveLength(requested)
  expect(await world.readOrder(id)).toMatchObject({
    state: 'needs_user',
    problem: { code: 'checkFailed', ...facts },
  })
})
