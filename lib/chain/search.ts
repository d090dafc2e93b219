import { type Address, type Hex, isAddress, isHash, lowerHex, sameHex } from '../base/hex.ts'
import { hostsOf } from './agreement.ts'
import { accountNonce, everyAnswer } from './nonce.ts'
import { badAnswer, fieldsOf, isQuantity, quantity, quantityOf, resultOf } from './read.ts'
import { readReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** How far back a lost transaction is looked for; nodes that keep no older state answer no further. */
const mostBlocks = 5_000n

/**
 * Returns the transaction that used up an account's nonce, looked for among the newest blocks by halving; null where
 * none did, or where it is further back.
 */
export async function transactionOfNonce(rpc: Rpc, owner: Address, nonce: number): Promise<Hex | null> {
  if ((await accountNonce(rpc, owner, 'latest')) <= nonce) return null
  const head = await quantityOf(rpc, 'eth_blockNumber', [])
  const countAt = async (block: bigint) =>
    Number(await quantityOf(rpc, 'eth_getTransactionCount', [owner, quantity(block)]))
  let low = head > mostBlocks ? head - mostBlocks : 0n
  let high = head
  if (low > 0n && (await countAt(low)) > nonce) return null
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await countAt(middle)) > nonce) high = middle
    else low = middle + 1n
  }
  const block = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', [quantity(low), true]))
  for (const one of Array.isArray(block.transactions) ? block.transactions : []) {
    const { from, hash, nonce: used } = fieldsOf(one)
    const isOurs = isAddress(from) && sameHex(from, owner) && isQuantity(used) && Number(used) === nonce
    if (isOurs && isHash(hash)) return lowerHex(hash)
  }
  return null
}

/** Transactions with an event of a contract that has this topic, oldest first, as far as all endpoints that answer agree. */
export async function mentions(
  endpoints: readonly Rpc[],
  contract: Address,
  topic: Hex,
  since: Hex,
): Promise<{ readonly hashes: readonly Hex[]; readonly sources: number }> {
  const seen = await everyAnswer(endpoints, async (rpc) => ({
    rpc,
    hashes: await mentionsBy(rpc, contract, topic, since),
  }))
  const [first, ...others] = seen
  const hashes = (first?.hashes ?? []).filter((hash) => others.every((one) => one.hashes.includes(hash)))
  return { hashes, sources: hostsOf(seen.map(({ rpc }) => rpc)) }
}

/** As one endpoint tells of them, from the block of `since` on. */
async function mentionsBy(rpc: Rpc, contract: Address, topic: Hex, since: Hex): Promise<readonly Hex[]> {
  const receipt = await readReceipt(rpc, since)
  if (receipt === null) return []
  const filter = { address: contract, fromBlock: quantity(receipt.blockNumber), topics: [null, topic] }
  const logs = await resultOf(rpc, 'eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw badAnswer(rpc, 'eth_getLogs')
  const hashes = logs.map((log) => fieldsOf(log).transactionHash).filter(isHash)
  return [...new Set(hashes.map(lowerHex))]
}

/** Tells whether a mined, successful transaction has an event of a contract, with this topic where one is given. */
export async function tells(rpc: Rpc, hash: Hex, contract: Address, topic: Hex | null): Promise<boolean> {
  const receipt = await readReceipt(rpc, hash)
  if (receipt === null || !receipt.succeeded) return false
  return receipt.logs.some(
    ({ address, topics }) =>
      sameHex(address, contract) && (topic === null || topics.some((one) => sameHex(one, topic))),
  )
}
