import { afterEach, describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { DeploymentChain } from '../../lib/deployment/deployment.ts'
import { requireStored } from '../../lib/order/check-stored.ts'
import { reviewCancel, reviewWithdraw } from '../../lib/order/flows/exit-reviews.ts'
import { reviewRevoke } from '../../lib/order/flows/revoke-review.ts'
import {
  account,
  allow,
  begin,
  fund,
  inboxAsk,
  orderAt,
  pass,
  signedAsk,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { deployment, gatewayOf, harbour, inboxOf, island, user } from '../harness/chains.ts'
import { claims, extracted } from '../harness/reported-payment.ts'
import { overdueOrder, withdrawOrder } from '../harness/withdraw-order.ts'
import { createWorld, type World } from '../harness/world.ts'
import { refusalData } from '../unit/base/problem-code.ts'

type Lists = Pick<DeploymentChain, 'gateways' | 'inboxes'>
const chains = [harbour, island]
const originals = chains.map(({ gateways, inboxes, permit2 }) => ({ gateways, inboxes, permit2 }))
const replacement: Address = '0x00000000000000000000000000000000000b0b02'

afterEach(() => {
  for (const [at, chain] of chains.entries()) {
    Object.assign(chain, originals[at])
    for (const name of ['retiredGateways', 'retiredInboxes']) Reflect.deleteProperty(chain, name)
  }
})

/** Installs a later deployment file with other contracts. It lists the old ones as retired, or not at all. */
function update(place: keyof Lists, keeps: 'retired' | 'nowhere'): void {
  const retired = place === 'gateways' ? 'retiredGateways' : 'retiredInboxes'
  for (const chain of chains) {
    if (keeps === 'retired') Object.assign(chain, { [retired]: chain[place] })
    Object.assign(chain, { [place]: [replacement] })
  }
}

const withdrawal = {
  requestId: 'r',
  purpose: 'withdraw',
  askedMs: 0,
  accountNonce: 0,
  amountUnits: null,
} as const

describe('after an update that replaces the inbox', () => {
  test('withdraws the money of a retired inbox from that inbox', async () => {
    const { world, id } = await overdueOrder()
    const old = inboxOf(harbour)
    update('inboxes', 'retired')
    const before = world.chain.ledger.balance(harbour.chainId, inboxAsk.inputToken, user)
    expect(await reviewWithdraw(await orderAt(world, id), account, world.reviewPorts)).toMatchObject({
      contract: old,
    })
    await withdrawOrder(world, id)
    expect(world.wallet.prompts.at(-1)?.params).toMatchObject([{ to: old }])
    const order = await until(world, id, ({ fundsSettled }) => fundsSettled)
    const after = world.chain.ledger.balance(harbour.chainId, inboxAsk.inputToken, user)
    expect(after - before).toBe(BigInt(inboxAsk.inputAmount))
    expect(order.evidence).toMatchObject({ kind: 'refund', units: inboxAsk.inputAmount })
  })

  test('refuses a withdrawal from an unlisted inbox with contractNotListed', async () => {
    const { world, id } = await overdueOrder()
    const contract = inboxOf(harbour)
    update('inboxes', 'nowhere')
    const order = await orderAt(world, id)
    const problem = {
      data: { code: 'contractNotListed', money: 'atOrigin', facts: { contract } },
    }
    await expect(reviewWithdraw(order, account, world.reviewPorts)).rejects.toMatchObject(problem)
    const input = { deployment, nowMs: world.clock.nowMs(), others: [], chainSeconds: [] }
    expect(refusalData(() => requireStored(order, withdrawal, input))).toMatchObject({
      code: 'checkFailed',
      facts: { reason: 'I-1' },
    })
    const asked = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(asked)
    expect((await orderAt(world, id)).problem).toMatchObject({
      code: 'checkFailed',
      money: 'atOrigin',
      facts: { reason: 'I-1' },
    })
  })

  test('does not send a swap to the retired inbox when its approval was still open', async () => {
    const world = await createWorld()
    fund(world, inboxAsk)
    world.wallet.moods.push('reject')
    const id = await begin(world, inboxAsk)
    await untilState(world, id, 'needs_user')
    update('inboxes', 'retired')
    const asked = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'retry' })
    await pass(world, minuteMs)
    expect(world.wallet.prompts).toHaveLength(asked)
    expect(await orderAt(world, id)).toMatchObject({ state: 'needs_user', problem: { code: 'checkFailed' } })
  })

  test('revokes the allowance of a retired inbox', async () => {
    const world = await createWorld()
    fund(world, inboxAsk)
    const old = inboxOf(harbour)
    const id = await begin(world, inboxAsk)
    await untilState(world, id, 'verified_terminal')
    world.chain.ledger.allow(harbour.chainId, inboxAsk.inputToken, user, 5n, old)
    update('inboxes', 'retired')
    expect(await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)).toMatchObject({
      spender: old,
    })
  })
})

describe('after an update that replaces the gateways', () => {
  test('cancels a signature for a retired gateway', async () => {
    const { world, id } = await untakenOrder()
    update('gateways', 'retired')
    const { sinceBlock, accountNonce } = await reviewCancel(
      await orderAt(world, id),
      account,
      world.reviewPorts,
    )
    const { wallet } = account
    await world.run.dispatch(id, { kind: 'cancel', accountNonce, sinceBlock, wallet })
    expect((await untilState(world, id, 'cancelled_unused')).fundsSettled).toBe(true)
  })

  test('refuses a cancellation when the file names another Permit2 than the signature', async () => {
    const { world, id } = await untakenOrder()
    const contract = harbour.permit2
    Object.assign(harbour, { permit2: replacement })
    await expect(reviewCancel(await orderAt(world, id), account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'contractNotListed', facts: { contract } },
    })
  })

  /** Makes a delivery that names the earlier gateway. */
  async function delivered(): Promise<{ world: World; id: string; hash: string }> {
    const { world, id } = await extracted()
    const { requestHash } = (await orderAt(world, id)).terms
    const { chainId } = island
    const by = gatewayOf(island)
    const hash = world.chain.pay(chainId, signedAsk.outputToken, user, 1_700_000n, requestHash, by)
    return { world, id, hash }
  }

  test('verifies a delivery by a retired gateway when the signature names a retired one', async () => {
    const { world, id, hash } = await delivered()
    update('gateways', 'retired')
    expect(await claims(world, id, { code: 4, destinationHash: hash })).toMatchObject({
      state: 'verified_terminal',
      fundsSettled: true,
    })
  })

  test('verifies no delivery by an unlisted gateway', async () => {
    const { world, id, hash } = await delivered()
    update('gateways', 'nowhere')
    expect(await claims(world, id, { code: 4, destinationHash: hash })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notNamed',
    })
  })

  test('verifies no swap whose own gateway is unlisted, and reports notListed', async () => {
    const { world, id, hash } = await delivered()
    Object.assign(harbour, { gateways: [replacement] })
    expect(await claims(world, id, { code: 4, destinationHash: hash })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notListed',
    })
  })

  test('verifies no delivery by a retired gateway when the signature names a current one', async () => {
    const { world, id, hash } = await delivered()
    Object.assign(island, { gateways: [replacement], retiredGateways: island.gateways })
    expect(await claims(world, id, { code: 4, destinationHash: hash })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notNamed',
    })
  })

  test('refuses a new signature for a retired gateway', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('reject')
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'needs_user')
    update('gateways', 'retired')
    const asked = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'retry' })
    await pass(world, minuteMs)
    expect(world.wallet.prompts).toHaveLength(asked)
    expect(await orderAt(world, id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'checkFailed', facts: { reason: 'V-3' } },
    })
  })
})
