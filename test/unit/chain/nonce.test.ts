import { toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import { nonceEnd, readNonceEvidence } from '../../../lib/chain/nonce.ts'
import { acceptAnyHost, countBackingHosts } from '../../../lib/chain/quorum.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { permit2, usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, prunedNodes, rpcOn, rpcsOn, type Table, words } from './fake-node.ts'

const nonce = 0x1234n
const invalidated = toEventSelector('UnorderedNonceInvalidation(address,uint256,uint256)')
const transfer = toEventSelector('Transfer(address,address,uint256)')
const owner = words(BigInt(user))
const by = `0x${'aa'.repeat(32)}`
const hex = (value: number) => `0x${value.toString(16)}`
const refused: NodeAnswer = { error: { code: -32000, message: 'missing trie node' } }

interface Past {
  readonly head?: number
  /** The first block in which the bit is set. Null: never. */
  readonly usedAt: number | null
  /** Blocks of invalidations, each with its index in the block. */
  readonly cancels?: readonly (readonly [block: number, index: number, ofNonce?: bigint])[]
  readonly transfers?: readonly (readonly [block: number, index: number])[]
  readonly isPruned?: boolean
}

/** The word and the bit of a nonce. */
const useOf = (of: bigint) => words(of >> 8n, 1n << (of & 0xffn))

/** An invalidated nonce. */
const gone: Past = { usedAt: 110, cancels: [[110, 4]] }

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
      const isOwn = address === permit2 && topics[0] === invalidated && topics[1] === owner
      const found = (isOwn ? cancels : transfers).filter(inRange(params))
      return {
        result: found.map(([block, index, of = nonce]) => ({
          ...{ address, blockNumber: hex(block), logIndex: hex(index) },
          ...(isOwn
            ? { topics: [invalidated, owner], transactionHash: by, data: useOf(of) }
            : { topics: [transfer, owner, owner], transactionHash: `0x${'bb'.repeat(32)}`, data: words(5n) }),
        })),
      }
    },
  }
}

async function ended(...[endpoints, key]: Parameters<typeof nonceEnd>) {
  const read = await nonceEnd(endpoints, key)
  return { ...acceptAnyHost(read), sources: countBackingHosts(read) }
}

async function evidenceOf(...requested: Parameters<typeof readNonceEvidence>) {
  const read = await readNonceEvidence(...requested)
  return { ...acceptAnyHost(read), sources: countBackingHosts(read) }
}

const endOf = (...pasts: readonly (Past | Table)[]) => endSince(100n, ...pasts)
const endSince = (sinceBlock: bigint, ...pasts: readonly (Past | Table)[]) =>
  ended(
    pasts.map((past) => rpcOn('usedAt' in past ? node(past as Past) : (past as Table))),
    { permit2, owner: user, nonce, token: usdc, sinceBlock },
  )
const cancelled = (confirmations: number) => ({ end: 'cancelled', hash: by, confirmations, sources: 1 })
const unclear = { end: 'unclear', hash: by, confirmations: 11, sources: 1 }
const without = (end: string) => ({ end, hash: null, confirmations: 0, sources: 1 })

describe('a nonce', () => {
  test.each<[string, Past, object]>([
    ['that nobody used', { usedAt: null }, without('unused')],
    ['that was invalidated', { ...gone }, cancelled(11)],
    ['that was invalidated in the newest block', { usedAt: 120, cancels: [[120, 0]] }, cancelled(1)],
    ['that a payment used', { usedAt: 110, transfers: [[110, 2]] }, without('taken')],
    [
      'used by a payment, then invalidated',
      { usedAt: 108, cancels: [[110, 4]], transfers: [[108, 1]] },
      without('taken'),
    ],
    [
      'that was invalidated twice',
      {
        ...gone,
        cancels: [
          [110, 4],
          [115, 0],
        ],
      },
      cancelled(11),
    ],
    ['whose neighbour was invalidated', { usedAt: 110, cancels: [[109, 0, nonce + 1n]] }, without('taken')],
    ['whose word was not', { usedAt: 110, cancels: [[109, 0, nonce + 256n]] }, without('taken')],
    ['that may have been used earlier in the block', { ...gone, transfers: [[110, 2]] }, unclear],
    ['whose owner paid later in that block', { ...gone, transfers: [[110, 5]] }, cancelled(11)],
    ['whose owner paid in an earlier block', { ...gone, transfers: [[105, 0]] }, cancelled(11)],
    ['without older state, if nothing was paid', { ...gone, isPruned: true }, cancelled(11)],
    [
      'without older state, if something was paid',
      { ...gone, transfers: [[105, 0]], isPruned: true },
      unclear,
    ],
    ['invalidated days ago', { head: 90_000, usedAt: 60_000, cancels: [[60_000, 0]] }, cancelled(30_001)],
    ['that was used longer ago than is looked for', { head: 900_000, usedAt: 700_000 }, without('unclear')],
  ])('%s', async (_what, past, end) => {
    expect(await endOf(past)).toEqual(end)
  })

  test('is cancelled only if every endpoint that answers reports it', async () => {
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
  ])('rejects logs that are %s', async (_what, result) => {
    const end = endOf({ ...node({ usedAt: 110 }), eth_getLogs: { result } })
    await expect(end).rejects.toThrow('rpcUnreachable')
  })
})

describe('how far it is searched', () => {
  test.each<[string, Past, object]>([
    ['to the end of the first stretch', { head: 5_099, usedAt: 5_099, cancels: [[5_099, 0]] }, cancelled(1)],
    ['into the one block of a second', { head: 5_100, usedAt: 5_100, cancels: [[5_100, 0]] }, cancelled(1)],
    ['to the one block there is', { head: 100, usedAt: 100, cancels: [[100, 0]] }, cancelled(1)],
    [
      'to the end of the 40th',
      { head: 900_000, usedAt: 200_099, cancels: [[200_099, 0]] },
      cancelled(699_902),
    ],
    ['not beyond', { head: 900_000, usedAt: 200_100, cancels: [[200_100, 0]] }, without('unclear')],
    ['not beyond, by one block either', { head: 200_100, usedAt: 200_100 }, without('unclear')],
    ['and used just before it was invalidated', { usedAt: 109, cancels: [[110, 4]] }, without('taken')],
  ])('%s', async (_what, past, end) => {
    expect(await endOf(past)).toEqual(end)
  })

  test('finds an invalidation a moment ago, although the start block is far behind', async () => {
    const past = { head: 900_000, usedAt: 899_990, cancels: [[899_990, 0]] } as const
    expect(await endSince(0n, past)).toEqual(cancelled(11))
  })

  test('searches the newest blocks if the endpoint does not have the start block', async () => {
    const neverCancelled = { head: 500_000, usedAt: 499_990 }
    expect(await endSince(10n ** 9n, gone)).toEqual(cancelled(11))
    expect(await endSince(10n ** 9n, { usedAt: 108, cancels: [[110, 4]] })).toEqual(without('taken'))
    expect(await endSince(10n ** 9n, neverCancelled)).toEqual(without('unclear'))
    expect(await endSince(110n, gone)).toEqual(cancelled(11))
  })

  test('reads ranges without a gap or an overlap', async () => {
    const { fetch, requests: requested } = fakeNode(node({ head: 10_200, usedAt: 10_200 }))
    const key = { permit2, owner: user, nonce, token: usdc, sinceBlock: 100n }
    await ended([createRpc(31_337, ['http://127.0.0.1'], fetch)], key)
    const ranges = requested
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => params[0] as { fromBlock: string; toBlock: string })
    expect(ranges.map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)])).toEqual([
      [100, 5_099],
      [5_100, 10_099],
      [10_100, 10_200],
    ])
  })
})

describe('its state at an older block', () => {
  const paid: Past = { ...gone, transfers: [[105, 0]] }
  const older = (said: NodeAnswer): Table => ({
    ...node(paid),
    eth_call: ({ params }) => (params[1] === 'latest' ? { result: words(1n << (nonce & 0xffn)) } : said),
  })

  test.each<[string, NodeAnswer]>([
    ['an empty answer', { result: '0x' }],
    ['half a word', { result: `0x${'00'.repeat(31)}` }],
    ['no bytes', { result: 'none' }],
    ['no bytes, as long as a word', { result: 'z'.repeat(66) }],
    ['a failure', { error: { code: 3, message: 'execution reverted' } }],
  ])('is unknown from %s', async (_what, said) => {
    expect(await endOf(older(said))).toMatchObject({ end: 'unclear', hash: by })
  })

  test('is the first word of the answer', async () => {
    expect(await endOf(older({ result: words(0n, 1n << 255n) }))).toEqual(cancelled(11))
    expect(await endOf(older({ result: words(1n << (nonce & 0xffn), 0n) }))).toEqual(without('taken'))
  })
})

describe('an invalidation event', () => {
  const whole = {
    address: permit2,
    topics: [invalidated, owner],
    transactionHash: by,
    blockNumber: hex(110),
    logIndex: '0x4',
    data: useOf(nonce),
  }
  const report = (part: object) =>
    endOf({
      ...node({ usedAt: 110 }),
      eth_getLogs: ({ params }) => {
        const { address } = params[0] as { address: string }
        return { result: address === permit2 ? [{ ...whole, ...part }] : [] }
      },
    })

  test('counts only if it is complete', async () => {
    expect(await report({})).toEqual(cancelled(11))
    for (const name of ['address', 'topics', 'transactionHash', 'blockNumber', 'logIndex', 'data'])
      await expect(report({ [name]: 5 })).rejects.toThrow('rpcUnreachable')
    await expect(report({ topics: [invalidated, words(BigInt(usdc))] })).rejects.toThrow('rpcUnreachable')
  })

  test('without word and mask is not about this nonce', async () => {
    expect(await report({ data: words(nonce >> 8n) })).toEqual(without('taken'))
  })
})

test.each<[string, readonly number[], object]>([
  [
    'the lower one of two heads',
    [100_010, 100_000],
    { sources: 2, blockSeconds: 199_976, aloneSeconds: 199_996 },
  ],
  [
    'two heads, with a third host that stopped',
    [90_000, 100_000, 100_000],
    { sources: 2, blockSeconds: 199_976 },
  ],
  [
    'the second head, with a host that names a block far ahead',
    [100_000, 99_999, 10 ** 9],
    { sources: 2, blockSeconds: 199_976, aloneSeconds: 1_999_999_976 },
  ],
  ['the only head', [100_000], { sources: 1, blockSeconds: 199_976 }],
])('shows "never used" twelve blocks below %s', async (_what, heads, evidence) => {
  const endpoints = prunedNodes(...heads.map((head) => () => head))
  const seen = await evidenceOf(endpoints, permit2, user, 7n, 12)
  expect(seen).toMatchObject({ used: false, ...evidence })
  expect(seen.aloneSeconds).toBe((evidence as { aloneSeconds?: number }).aloneSeconds)
})

test('an endpoint without that block is no source for "never used"', async () => {
  const node = (state: NodeAnswer): Table => ({
    eth_getBlockByNumber: { result: { number: '0x64', timestamp: '0x64' } },
    eth_call: ({ params }) => (params[1] === 'latest' ? { result: words(0n) } : state),
  })
  const seen = await evidenceOf(rpcsOn([node({ result: words(0n) }), node(refused)]), permit2, user, 7n, 12)
  expect(seen).toMatchObject({ used: false, sources: 1 })
})

test.each([
  ['one host is in use', ['http://a.example', 'http://a.example/other'], true],
  ['a second host is in use and does not answer', ['http://a.example', 'http://b.example'], undefined],
])('reports whether two hosts can ever agree: %s', async (_what, urls, hasTooFewHosts) => {
  const answers = fakeNode({
    eth_getBlockByNumber: { result: { number: '0x64', timestamp: '0x64' } },
    eth_call: { result: words(0n) },
  }).fetch
  const fails = fakeNode({}).fetch
  const endpoints = urls.map((url) => createRpc(1, [url], url.includes('//b') ? fails : answers))
  const seen = await evidenceOf(endpoints, permit2, user, 7n)
  expect(seen.sources).toBe(1)
  expect(seen.hasTooFewHosts).toBe(hasTooFewHosts)
})
