import { expect, test } from 'vitest'
import { minuteMs } from '../../../lib/base/time.ts'
import type { Holding } from '../../../lib/service/token.ts'
import { tokenHandlers } from '../../../lib/tokens/token-messages.ts'
import { deployment } from '../../harness/chains.ts'
import { settled } from '../rpc/manual-wait.ts'

const holding: Holding = { chainId: 1, address: '0x1', balance: '1', balanceInUsd: '1' }

function world() {
  let nowMs = 1_000_000
  const reads: { owner: string; done: (read: readonly Holding[]) => void; failed: (why: Error) => void }[] =
    []
  let account = ''
  const { holdings } = tokenHandlers({
    deployment,
    clock: { nowMs: () => nowMs },
    knownAddress: async () => account,
    service: {
      holdings: ({ userAddress }: { userAddress: string }) =>
        new Promise((done, failed) =>
          reads.push({ owner: userAddress, done: (result) => done({ result }), failed }),
        ),
    },
  } as unknown as Parameters<typeof tokenHandlers>[0])
  const valued = (owner: string) => {
    account = owner
    return holdings(null)
  }
  return {
    valued,
    reads,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('reads an account once a minute for all views', async () => {
  const { valued, reads, pass } = world()
  const both = Promise.all([valued('a'), valued('a')])
  await settled()
  reads[0]?.done([holding])
  expect(await both).toEqual([[holding], [holding]])
  pass(minuteMs - 1)
  expect(await valued('a')).toEqual([holding])
  expect(reads).toHaveLength(1)
  pass(1)
  void valued('a')
  await settled()
  expect(reads).toHaveLength(2)
})

test('reads another account immediately, and every account when the clock was set back', async () => {
  const { valued, reads, pass } = world()
  void valued('a')
  void valued('b')
  await settled()
  expect(reads.map(({ owner }) => owner)).toEqual(['a', 'b'])
  pass(-2 * minuteMs)
  void valued('b')
  await settled()
  expect(reads).toHaveLength(3)
})

test('reads again after a failure, and leaves a newer read in the cache', async () => {
  const { valued, reads } = world()
  const first = valued('a')
  const other = valued('b')
  await settled()
  reads[0]?.failed(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  reads[1]?.done([holding])
  expect(await valued('b')).toEqual(await other)
  expect(reads).toHaveLength(2)
  const second = valued('a')
  await settled()
  reads[2]?.failed(new Error('gone again'))
  await expect(second).rejects.toThrow('gone again')
  void valued('a')
  await settled()
  expect(reads).toHaveLength(4)
})
