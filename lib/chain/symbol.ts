import { decodeAbiParameters, hexToString } from 'viem'
import { symbolData } from '../base/contract-calls.ts'
import type { Hex } from '../base/hex.ts'
import { tryCall } from './read.ts'
import type { Rpc } from './rpc.ts'

/** A longer answer is no symbol, whatever it says. */
const longestAnswer = 2 + 2 * 1_024

/**
 * Reads what a token calls itself: a string, or the 32 bytes of older tokens. Null where it tells nothing that can be read;
 * the text is the token's own and may be anything. Rejects with `rpcUnreachable`.
 */
export async function readSymbol(rpc: Rpc, token: Hex): Promise<string | null> {
  const answer = await tryCall(rpc, { to: token, data: symbolData() })
  if ('failure' in answer || answer.data.length > longestAnswer) return null
  const { data } = answer
  if (data.length === 66) return hexToString(data, { size: 32 })
  return data.length < 66 ? null : stringIn(data)
}

function stringIn(data: Hex): string | null {
  try {
    const [text] = decodeAbiParameters([{ type: 'string' }], data)
    return text
  } catch {
    // Any contract may answer with any bytes; those that are no string are no symbol.
    return null
  }
}
