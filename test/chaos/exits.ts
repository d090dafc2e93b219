import { listAllowances, readOrderAllowance } from '../../lib/order/allowance-reads.ts'
import { allowanceOf, canRevoke } from '../../lib/order/allowances.ts'
import { canWithdraw, findPendingWithdrawal, hasExitRequest } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'

import { recordRejection } from '../harness/background.ts'
import { deployment } from '../harness/chains.ts'
import { spenderName } from '../harness/contracts.ts'
import { reviewRevocation, withdrawOrder } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'
import type { Schedule } from './schedule.ts'

/** Calls that give no account anything to take: `approve`, `invalidateUnorderedNonces`, and `withdrawFunds` of both kinds. */
export const harmless = /^0x(095ea7b3|3ff9dcb1|ad776116|9da29c8e)/

export interface ExitCounts {
  withdraw: number
  revoke: number
}

export interface ExitResult {
  readonly counts: Readonly<ExitCounts>
  /** The allowance of the spender and the balance of the input, in its smallest unit. */
  readonly lowestAllowanceUnits: bigint
  readonly heldUnits: bigint
}

/** What the screen of the order and the list of approvals show at the end. */
export interface AllowanceReads {
  readonly shown: Awaited<ReturnType<typeof readOrderAllowance>>
  readonly listed: Awaited<ReturnType<typeof listAllowances>>
}

export async function readAllowances(world: World, order: Order): Promise<AllowanceReads> {
  world.chain.isDown = false
  // A background that died answers nothing.
  world.life.dieAt = null
  if (world.life.isDead) await world.restart()
  const shown = await readOrderAllowance(order, world.reviewPorts)
  return { shown, listed: await listAllowances(world.reviewPorts) }
}

function offeredExit(world: World, order: Order): keyof ExitCounts | null {
  const nowMs = world.clock.machine.nowMs()
  const isFree = order.walletRequest === null && findPendingWithdrawal(order, nowMs) === null
  // The deadline is decoded from calldata, so it is read only if nothing else prevents the exit.
  const mayBeOpen = isFree && canWithdraw(order, nowMs, 0)
  if (mayBeOpen && canWithdraw(order, nowMs, withdrawFromMs(order, deployment))) return 'withdraw'
  return canRevoke(order) && leftUnits(world, order) > 0n ? 'revoke' : null
}

/** Reads from the chain the allowance that the order's spender still has. */
export function leftUnits(world: World, order: Order): bigint {
  const key = allowanceOf(order)
  if (key === null) return 0n
  const { chainId, token, owner, spender } = key
  return world.chain.ledger.allowance(chainId, token, owner, spenderName(chainId, spender))
}

/** Uses each exit that is offered, and stops the wait when the wallet is silent. One action per tick. */
export function createExitPerson(world: World, exits: Schedule['exits']) {
  const pressed: ExitCounts = { withdraw: 0, revoke: 0 }
  let tries = 0
  let waited = 0

  async function press(order: Order, what: keyof ExitCounts): Promise<void> {
    if (what === 'withdraw') {
      pressed.withdraw += 1
      await withdrawOrder(world, order.id)
    } else {
      const revocation = await reviewRevocation(world, order.id)
      pressed.revoke += 1
      await world.run.dispatch(order.id, revocation)
    }
  }

  function begin({ behaviours: walletBehaviours, fates, death }: NonNullable<Schedule['exits']>): void {
    world.wallet.behaviours.splice(0, Infinity, ...walletBehaviours)
    world.chain.fates.push(...fates)
    if (death === null) return
    world.life.edgeCount = 0
    world.life.dieAt = death
  }

  return {
    pressed,
    /** Whether the person still acts or would act. The order is then not at rest. */
    wants(order: Order): boolean {
      if (exits === null) return false
      return (
        hasExitRequest(order) ||
        order.revoking?.state === 'sent' ||
        (tries < exits.tries && offeredExit(world, order) !== null)
      )
    },
    /** Does one action. A refused one is no failure and is retried. */
    move(order: Order): void {
      if (exits === null) return
      if (hasExitRequest(order)) {
        waited += 1
        if (waited <= exits.patience) return
        waited = 0
        world.run.dispatch(order.id, { kind: 'stop' }).catch(recordRejection(world))
        return
      }
      const what = offeredExit(world, order)
      if (what === null || tries >= exits.tries) return
      if (tries === 0) begin(exits)
      tries += 1
      press(order, what).catch(() => undefined)
    },
  }
}
