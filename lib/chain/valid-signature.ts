import type { Address, Hex } from '../base/hex.ts'
import { abiWord, tryCall } from './read.ts'
import type { Rpc } from './rpc.ts'

const magic = '0x1626ba7e'

/** Whether a contract account says yes to a signature (EIP-1271), the way Permit2 will ask it. */
export async function isValidSignature(
  rpc: Rpc,
  account: Address,
  digest: Hex,
  signature: Hex,
): Promise<boolean> {
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const data: Hex = `${magic}${digest.slice(2)}${abiWord(64n)}${abiWord(BigInt(bytes.length / 2))}${padded}`
  const answer = await tryCall(rpc, { to: account, data })
  return 'data' in answer && answer.data.length >= 66 && answer.data.startsWith(magic)
}
