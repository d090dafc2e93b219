import { type Address, isAddress } from '../../base/hex.ts'
import { chainConfig } from '../../deployment/chain-config.ts'
import type { FlowEvent } from '../event.ts'
import type { Order } from '../order.ts'
import type { FlowPorts } from '../ports.ts'

/** What lies on the deposit address; null where its chain cannot be read, and only the service can tell. */
export async function watchDeposit(order: Order, ports: FlowPorts): Promise<FlowEvent | null> {
  const units = await depositUnits(order, ports)
  return units === null ? null : { kind: 'depositSeen', units: units.toString() }
}

/** The same as every endpoint sees it: the most of them, and how many hosts answered. */
export async function depositUnitsSeen(
  order: Order,
  ports: FlowPorts,
): Promise<{ readonly units: bigint; readonly sources: number } | null> {
  const { deposit } = order.deal
  if (deposit === undefined || chainConfig(ports.deployment, deposit.chainId) === null) return null
  const { address, token } = deposit
  if (!isAddress(address) || !isAddress(token)) return null
  return ports.chain.balanceSeen(deposit.chainId, token, address.toLowerCase() as Address)
}

/** The balance of the deposit address, which is used once; null where there is no way to read it. */
export async function depositUnits(order: Order, ports: FlowPorts): Promise<bigint | null> {
  const { deposit } = order.deal
  if (deposit === undefined || chainConfig(ports.deployment, deposit.chainId) === null) return null
  const { address, token } = deposit
  if (!isAddress(address) || !isAddress(token)) return null
  return ports.chain.balance(deposit.chainId, token, address.toLowerCase() as Address)
}
