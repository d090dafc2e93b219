import { allowanceData, approveData } from '../base/contract-calls.ts'
import type { Address } from '../base/hex.ts'
import { hostsOf } from './agreement.ts'
import type { AllowanceSeen } from './chain-port.ts'
import { everyAnswer } from './nonce.ts'
import { callWord, tryCall } from './read.ts'
import type { Rpc } from './rpc.ts'

/** Reads what a spender may take of an owner's token, smallest unit. */
export function readAllowance(rpc: Rpc, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return callWord(rpc, token, allowanceData(owner, spender))
}

/** Returns the most that any endpoint says is left, and how many hosts answered of those that have to. */
export async function allowanceSeen(
  endpoints: readonly Rpc[],
  token: Address,
  owner: Address,
  spender: Address,
): Promise<AllowanceSeen> {
  const seen = await everyAnswer(endpoints, async (rpc) => ({
    rpc,
    units: await readAllowance(rpc, token, owner, spender),
  }))
  const [units = 0n] = seen.map((one) => one.units).sort((one, other) => (one > other ? -1 : 1))
  const wanted = Math.min(2, hostsOf(endpoints))
  return { units, sources: hostsOf(seen.map(({ rpc }) => rpc)), wanted }
}

/** Tells whether the owner's `approve` would go through: tokens that return nothing do so by not reverting. */
export async function approveWorks(
  rpc: Rpc,
  token: Address,
  owner: Address,
  spender: Address,
  amountUnits: bigint,
): Promise<boolean> {
  const data = approveData(spender, amountUnits)
  const answer = await tryCall(rpc, { from: owner, to: token, data })
  if ('failure' in answer) return false
  return answer.data === '0x' || BigInt(answer.data.slice(0, 66)) !== 0n
}
