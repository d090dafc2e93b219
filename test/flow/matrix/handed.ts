import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import type { Order } from '../../../lib/order/order.ts'
import { orderOf } from '../../../lib/review/review.ts'
import { createProposalStore, createProposals, type Proposals } from '../../../lib/sites/proposals.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { account, fund, review, signedAsk } from '../../harness/actions.ts'
import { namedLock } from '../../harness/named-lock.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { proposalOf } from '../../unit/sites/proposal-fixture.ts'

/** A swap that a page handed over, on the stores of a world with the real engine. */
export interface Handed {
  readonly world: World
  readonly proposal: Proposal
  /** The proposals of this life of the background. */
  proposals: Proposals
  /** Their rows on the disk, which may be full, or end the life that writes a confirmed one. */
  readonly disk: { isFull: boolean; diesConfirmed: boolean }
  /** Whether the person lets the page's site propose. */
  site: { isGranted: boolean }
  /** Its row cannot be read any more. */
  tear(): Promise<void>
  /** Ends this life of the background and begins another. */
  restart(): Promise<void>
  /** Reviews the swap and confirms it, as the person. */
  confirm(): Promise<Order>
  /** The order of one more review of it. */
  order(): Promise<Order>
  /** Begins one of them. */
  start(order: Order): Promise<Order>
}

const origin = 'https://shop.example'
let worlds = 0

/** A world in which a page's swap waits for the person. */
export async function handed(): Promise<Handed> {
  worlds += 1
  const world = await createWorld()
  fund(world, signedAsk)
  const rows = createProposalStore(createDatabase(`handed-${worlds}`))
  const proposal = proposalOf({ createdMs: world.clock.nowMs() })
  const proposedBy = { swapId: proposal.swapId, origin }
  const disk = { isFull: false, diesConfirmed: false }
  const site = { isGranted: true }

  const life = () =>
    createProposals({
      clock: world.clock.machine,
      lock: namedLock(),
      store: {
        ...rows,
        async write(row) {
          if (disk.isFull) throw new Problem('storageFailed')
          // A worker that is dead writes nothing more.
          if (disk.diesConfirmed && row.state === 'confirmed') return new Promise(() => undefined)
          await rows.write(row)
        },
      },
      orders: world.orders,
      isLetIn: async () => site.isGranted,
      random: () => 0,
      changed: () => undefined,
    })

  const at: Handed = {
    world,
    proposal,
    proposals: life(),
    disk,
    site,
    tear: () => rows.write({ ...proposal, schema: 9 } as unknown as Proposal),
    async restart() {
      disk.diesConfirmed = false
      at.proposals = life()
      await world.restart()
    },
    async order() {
      const { reviewKey } = await review(world, signedAsk, account, {
        proposal: { proposedBy, question: null },
      })
      return orderOf(reviewKey, account, world.reviewPorts)
    },
    start: (order) => at.proposals.start(proposedBy, order, world.run.start),
    async confirm() {
      const order = await at.start(await at.order())
      await world.settle()
      return order
    },
  }
  await at.proposals.add(proposal)
  return at
}

/** Nothing became of what a page handed over: no order, nothing asked, and it can be confirmed no more. */
export async function isGone(at: Handed, code = 'proposalGone'): Promise<void> {
  expect(await at.proposals.waiting()).toEqual([])
  await expect(at.confirm()).rejects.toMatchObject({ data: { code } })
  expect(await at.world.orders.page(null, 5)).toEqual([])
  expect(at.world.wallet.prompts).toEqual([])
}
