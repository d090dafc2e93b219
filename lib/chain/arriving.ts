import type { Address } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { abiWord, quantity } from './read.ts'
import type { Rpc } from './rpc.ts'

/**
 * Code that stands in for the owner's in one `eth_call` and never anywhere else: it reads what the receiver has, transfers,
 * reads again, and returns both figures with whether all three calls went through. Its input is token, receiver, amount.
 */
const probe = [
  // balanceOf(receiver) into 0x80
  ...['0x6370a0823160e01b600052', '602035600452', '60206080602460006000355afa'],
  // transfer(receiver, amount)
  ...['63a9059cbb60e01b600052', '602035600452', '604035602452', '600060006044600060006000355af1'],
  // balanceOf(receiver) into 0xa0
  ...['6370a0823160e01b600052', '602035600452', '602060a0602460006000355afa'],
  // all went through: into 0xc0; return 0x80 to 0xe0
  ...['1616', '60c052', '60606080f3'],
].join('')

/**
 * Reads what arrives at a receiver when an owner transfers so much of a token now (L6). Null where nobody can say: not
 * every node lends an account other code for a call, and not every token lets itself be tried.
 */
export async function readArriving(
  rpc: Rpc,
  token: Address,
  owner: Address,
  receiver: Address,
  units: bigint,
): Promise<bigint | null> {
  const data = `0x${abiWord(token)}${abiWord(receiver)}${abiWord(units)}`
  const params = [{ to: owner, data, gas: quantity(1_000_000n) }, 'latest', { [owner]: { code: probe } }]
  try {
    const answer = await rpc.ask('eth_call', params)
    const said = 'result' in answer ? String(answer.result) : ''
    const [, before = '', after = '', went] = /^0x([0-9a-f]{64})([0-9a-f]{64})0{63}([01])$/i.exec(said) ?? []
    if (went !== '1') return null
    const arrived = BigInt(`0x${after}`) - BigInt(`0x${before}`)
    return arrived >= 0n ? arrived : null
  } catch (thrown) {
    // The node answers everything else: this is a call it does not know.
    if (thrown instanceof Problem && thrown.data.code === 'rpcUnreachable') return null
    throw thrown
  }
}
