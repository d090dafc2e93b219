import { isValidSignatureData } from '../base/contract-calls.ts'
import type { Address, Hex } from '../base/hex.ts'
import { tryCall } from './read.ts'
import type { Rpc } from './rpc.ts'

const magic = '0x1626ba7e'

/** Whether a contract account says yes to a signature (EIP-1271), the way Permit2 will ask it. */
export async function isValidSignature(
  rpc: Rpc,
  account: Address,
  digest: Hex,
  signature: Hex,
): Promise<boolean> {
  const answer = await tryCall(rpc, { to: account, data: isValidSignatureData(digest, signature) })
  return 'data' in answer && answer.data.length >= 66 && answer.data.startsWith(magic)
}
