import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { confirmReview } from '../../../lib/order/confirm-review.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createProposalStore, type Proposals } from '../../../lib/sites/proposals.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { consentCodesOf } from '../../harness/world-actions.ts'
import { createTestProposals, proposalOf } from '../../unit/sites/proposal-fixture.ts'

/** A swap that a site proposed, on the stores of a world with the real engine. */
export interface ProposedSwap {
  readonly world: World
  readonly proposal: Proposal
  /** The proposals of the current background. */
  proposals: Proposals
  /** The disk of their rows. It may be full, or the background may die at the write of a confirmed row. */
  readonly disk: { isFull: boolean; diesConfirmed: boolean }
  /** Whether the person allows the site to propose. */
  site: { isGranted: boolean }
  corruptRow(): Promise<void>
  restart(): Promise<void>
  confirm(): Promise<Order>
  /** Makes an order from a new review of the swap. */
  makeOrder(): Promise<Order>
  start(order: Order): Promise<Order>
}

const origin = 'https://shop.example'
let worlds = 0

/** Makes a world with a proposal that waits for the person. */
export async function startProposal(): Promise<ProposedSwap> {
  worlds += 1
  const world = await createFundedWorld(signedRequest)
  const rows = createProposalStore(createDatabase(`handed-${worlds}`))
  const proposal = proposalOf({ createdMs: world.clock.nowMs() })
  const proposedBy = { swapId: proposal.swapId, origin }
  const disk = { isFull: false, diesConfirmed: false }
  const site = { isGranted: true }

  const life = () =>
    createTestProposals({
      clock: world.clock.machine,
      store: {
        ...rows,
        async write(row) {
          if (disk.isFull) throw new Problem('storageFailed')
          // A dead background writes nothing.
          if (disk.diesConfirmed && row.state === 'confirmed') return new Promise(() => undefined)
          await rows.write(row)
        },
      },
      orders: world.orders,
      canPropose: async () => site.isGranted,
    })

  const at: ProposedSwap = {
    world,
    proposal,
    proposals: life(),
    disk,
    site,
    corruptRow: () => rows.write({ ...proposal, schema: 9 } as unknown as Proposal),
    async restart() {
      disk.diesConfirmed = false
      at.proposals = life()
      await world.restart()
    },
    async makeOrder() {
      const { reviewKey, requiredConsents } = await world.createReview(signedRequest, account, {
        proposal: { proposedBy, receiverChoice: null },
      })
      const consents = consentCodesOf(requiredConsents)
      return confirmReview(reviewKey, account, world.reviewPorts, { consents })
    },
    start: (order) => at.proposals.start(proposedBy, order, world.run.start),
    async confirm() {
      const order = await at.start(await at.makeOrder())
      await world.settle()
      return order
    },
  }
  await at.proposals.add(proposal)
  return at
}

/** Expects that a proposal had no effect: no order, no wallet request, and no confirmation is possible. */
export async function expectGone(at: ProposedSwap, code = 'proposalGone'): Promise<void> {
  expect(await at.proposals.listWaiting()).toEqual([])
  await expect(at.confirm()).rejects.toMatchObject({ data: { code } })
  expect(await at.world.orders.page(null, 5)).toEqual([])
  expect(at.world.wallet.prompts).toEqual([])
}
