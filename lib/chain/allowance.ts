import type { Address } from '../base/hex.ts'
import { approveCall } from '../swap/approval.ts'
import { abiWord, callWord, tryCall } from './read.ts'
import type { Rpc } from './rpc.ts'

/** What a spender may take of an owner's token, smallest unit. */
export function readAllowance(rpc: Rpc, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return callWord(rpc, token, `0xdd62ed3e${abiWord(owner)}${abiWord(spender)}`)
}

/** Whether the owner's `approve` would go through: tokens that return nothing do so by not reverting. */
export async function approveWorks(
  rpc: Rpc,
  token: Address,
  owner: Address,
  spender: Address,
  amountUnits: bigint,
): Promise<boolean> {
  const { to, data } = approveCall(token, spender, amountUnits)
  const answer = await tryCall(rpc, { from: owner, to, data })
  if ('failure' in answer) return false
  return answer.data === '0x' || BigInt(answer.data.slice(0, 66)) !== 0n
}
