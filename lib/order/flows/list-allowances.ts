import { Problem } from '../../base/problem.ts'
import { chainConfig } from '../../deployment/chain-config.ts'
import type { AllowanceLine } from '../allowance-line.ts'
import {
  allowanceOf,
  asksRevoke,
  countsOnAllowance,
  isUnsure,
  mayRevoke,
  unlimitedUnits,
  watchesRevoke,
} from '../allowances.ts'
import type { AllowanceKey } from '../approval-plan.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { spenderOf } from '../order-kinds.ts'
import { storedOrders } from '../order-store.ts'
import { createSlots } from '../slots.ts'

type Ports = Pick<FlowPorts, 'chain' | 'deployment' | 'store'>

const readsAtOnce = 4

/** Every allowance of the stored orders, newest first, each once; one that cannot be read costs no other. */
export async function listAllowances(ports: Ports): Promise<readonly AllowanceLine[]> {
  const groups = new Map<string, { readonly key: AllowanceKey; readonly orders: Order[] }>()
  for await (const order of storedOrders(ports.store)) {
    const key = allowanceOf(order)
    if (key === null) continue
    const name = [key.chainId, key.token, key.owner, key.spender].join(':')
    const group = groups.get(name) ?? { key, orders: [] }
    group.orders.push(order)
    groups.set(name, group)
  }
  const inSlot = createSlots(readsAtOnce)
  const lines = [...groups.values()].map(({ key, orders }) => lineOf(key, orders, ports, inSlot))
  return (await Promise.all(lines)).filter((line) => line !== null)
}

async function lineOf(
  key: AllowanceKey,
  orders: readonly Order[],
  ports: Ports,
  inSlot: ReturnType<typeof createSlots>,
): Promise<AllowanceLine | null> {
  const by =
    orders.find((order) => asksRevoke(order) || watchesRevoke(order)) ?? orders.find(mayRevoke) ?? orders[0]
  if (by === undefined) return null
  return {
    orderId: by.id,
    kind: by.kind,
    token: by.reviewed.inputToken,
    owner: key.owner,
    spender: key.spender,
    left: await inSlot(() => leftOf(key, ports)),
    inTheWay: inTheWayOf(by, orders, ports),
  }
}

async function leftOf(key: AllowanceKey, { chain }: Ports): Promise<AllowanceLine['left']> {
  try {
    const seen = await chain.allowanceSeen(key.chainId, key.token, key.owner, key.spender)
    if (isUnsure(seen)) return null
    return { units: seen.units >= unlimitedUnits ? null : seen.units.toString(), sources: seen.sources }
  } catch (thrown) {
    if (thrown instanceof Problem) return null
    throw thrown
  }
}

function inTheWayOf(by: Order, orders: readonly Order[], { deployment }: Ports): AllowanceLine['inTheWay'] {
  const pins = chainConfig(deployment, by.reviewed.ask.originChainId)
  // Only contracts that the package names are put before a wallet, also to take something back from them.
  if (pins === null || spenderOf(by, pins)?.toLowerCase() !== allowanceOf(by)?.spender)
    return 'unknownContract'
  if (orders.some(countsOnAllowance)) return 'inUse'
  return by.restored === true ? 'restored' : null
}
