import { toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import { nonceEnd } from '../../../lib/chain/nonce-end.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { permit2, usdc, user } from '../swap/fixtures.ts'
import { fakeNode, type Said, type Table, words } from './fake-node.ts'

const nonce = 0x1234n
const invalidated = toEventSelector('UnorderedNonceInvalidation(address,uint256,uint256)')
const transfer = toEventSelector('Transfer(address,address,uint256)')
const owner = words(BigInt(user))
const by = `0x${'aa'.repeat(32)}`
const hex = (value: number) => `0x${value.toString(16)}`
const refused: Said = { error: { code: -32000, message: 'missing trie node' } }

interface Past {
  readonly head?: number
  /** The block from which on the bit is set; null: never. */
  readonly usedAt: number | null
  /** Blocks of invalidations, with the place of each in its block. */
  readonly cancels?: readonly (readonly [block: number, index: number, ofNonce?: bigint])[]
  readonly transfers?: readonly (readonly [block: number, index: number])[]
  readonly isPruned?: boolean
}

function node({ head = 120, usedAt, cancels = [], transfers = [], isPruned = false }: Past): Table {
  const inRange = (params: readonly Json[]) => {
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    return ([block]: readonly [number, ...unknown[]]) =>
      block >= Number(fromBlock) && block <= Number(toBlock)
  }
  return {
    eth_blockNumber: { result: hex(head) },
    eth_call: ({ params }) => {
      const at = params[1] === 'latest' ? head : Number(params[1])
      if (isPruned && at < head) return refused
      return { result: words(usedAt !== null && at >= usedAt ? 1n << (nonce & 0xffn) : 0n) }
    },
    eth_getLogs: ({ params }) => {
      const { address, topics } = params[0] as { address: string; topics: string[] }
      if (address === permit2 && topics[0] === invalidated && topics[1] === owner) {
        return {
          result: cancels.filter(inRange(params)).map(([block, index, of = nonce]) => ({
            address,
            topics: [invalidated, owner],
            transactionHash: by,
            blockNumber: hex(block),
            logIndex: hex(index),
            data: words(of >> 8n, 1n << (of & 0xffn)),
          })),
        }
      }
      return {
        result: transfers.filter(inRange(params)).map(([block, index]) => ({
          address,
          topics: [transfer, owner, owner],
          transactionHash: `0x${'bb'.repeat(32)}`,
          blockNumber: hex(block),
          logIndex: hex(index),
          data: words(5n),
        })),
      }
    },
  }
}

const endOf = (...pasts: readonly (Past | Table)[]) =>
  nonceEnd(
    pasts.map((past) =>
      createRpc(
        31_337,
        ['http://127.0.0.1'],
        fakeNode('usedAt' in past ? node(past as Past) : (past as Table)).fetch,
      ),
    ),
    { permit2, owner: user, nonce, token: usdc, sinceBlock: 100n },
  )
const cancelled = (confirmations: number) => ({ end: 'cancelled', hash: by, confirmations, sources: 1 })
const without = (end: string) => ({ end, hash: null, confirmations: 0, sources: 1 })

describe('a nonce', () => {
  test.each<[string, Past, object]>([
    ['that nobody used', { usedAt: null }, without('unused')],
    ['that was invalidated', { usedAt: 110, cancels: [[110, 4]] }, cancelled(11)],
    ['that was invalidated in the newest block', { usedAt: 120, cancels: [[120, 0]] }, cancelled(1)],
    ['that a payment used', { usedAt: 110, transfers: [[110, 2]] }, without('taken')],
    [
      'that a payment used before it was invalidated',
      { usedAt: 108, cancels: [[110, 4]], transfers: [[108, 1]] },
      without('taken'),
    ],
    [
      'that was invalidated twice',
      {
        usedAt: 110,
        cancels: [
          [110, 4],
          [115, 0],
        ],
      },
      cancelled(11),
    ],
    ['whose neighbour was invalidated', { usedAt: 110, cancels: [[109, 0, nonce + 1n]] }, without('taken')],
    ['whose word was not', { usedAt: 110, cancels: [[109, 0, nonce + 256n]] }, without('taken')],
    [
      'that may have been used earlier in the same block',
      { usedAt: 110, cancels: [[110, 4]], transfers: [[110, 2]] },
      { end: 'unclear', hash: by, confirmations: 11, sources: 1 },
    ],
    [
      'whose owner paid something later in that block',
      { usedAt: 110, cancels: [[110, 4]], transfers: [[110, 5]] },
      cancelled(11),
    ],
    [
      'whose owner paid something in an earlier block, while it was unused',
      { usedAt: 110, cancels: [[110, 4]], transfers: [[105, 0]] },
      cancelled(11),
    ],
    [
      'where the node keeps no older state, and nothing was paid since',
      { usedAt: 110, cancels: [[110, 4]], isPruned: true },
      cancelled(11),
    ],
    [
      'where the node keeps no older state, and something was paid',
      { usedAt: 110, cancels: [[110, 4]], transfers: [[105, 0]], isPruned: true },
      { end: 'unclear', hash: by, confirmations: 11, sources: 1 },
    ],
    [
      'that was invalidated days ago',
      { head: 90_000, usedAt: 60_000, cancels: [[60_000, 0]] },
      cancelled(30_001),
    ],
    ['that was used longer ago than is looked for', { head: 900_000, usedAt: 700_000 }, without('unclear')],
  ])('%s', async (_what, past, end) => {
    expect(await endOf(past)).toEqual(end)
  })

  test('counts as cancelled only where every endpoint that answers says so', async () => {
    const gone: Past = { usedAt: 110, cancels: [[110, 4]] }
    expect(await endOf(gone, { ...gone, head: 112 })).toEqual(cancelled(3))
    expect(await endOf(gone, { usedAt: null })).toEqual(without('unclear'))
    expect(await endOf({ usedAt: null }, gone)).toEqual(without('unclear'))
    expect(await endOf(gone, { usedAt: 108, cancels: [[110, 4]] })).toEqual(without('taken'))
    expect(await endOf({}, gone)).toEqual(cancelled(11))
    await expect(endOf({}, {})).rejects.toThrow('rpcUnreachable')
  })

  test.each<[string, Json]>([
    ['no list', 'many'],
    ['another contract', [{ address: user, topics: [invalidated, owner] }]],
    ['another event', [{ address: permit2, topics: [transfer, owner] }]],
    ['no place', [{ address: permit2, topics: [invalidated, owner], transactionHash: by }]],
  ])('is not judged by logs that are %s', async (_what, result) => {
    await expect(endOf({ ...node({ usedAt: 110 }), eth_getLogs: { result } })).rejects.toThrow(
      'rpcUnreachable',
    )
  })
})
