import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import { createFundedWorld, nativeRequest, signedRequest, startSwap } from '../../harness/actions.ts'
import { fakeNode, readerOn, type Table, words } from '../chain/fake-node.ts'
import { harbour, permit2, usdc, user } from '../checks/fixtures.ts'

const stranger = privateKeyToAccount(`0x${'5'.repeat(64)}`)

describe('bad inputs: signatures', () => {
  test('row 73: another account’s signature and garbage are never submitted', async () => {
    for (const behaviour of ['stranger', 'garbage'] as const) {
      const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: [behaviour] })
      const stopped = await world.waitForState(await world.startOrder(signedRequest), 'needs_user')
      expect(stopped).toMatchObject({ problem: { code: 'signatureWrong' }, signature: null })
      expect(world.service.submits.size).toBe(0)
    }
  })
})

describe('bad inputs: answers of wallets', () => {
  test.each(['garbage', 'deaf'] as const)(
    'row 76: a send answered with %s is never sent twice',
    async (behaviour) => {
      const world = await createFundedWorld(nativeRequest, { behaviours: [behaviour] })
      await world.startOrder(nativeRequest)
      await world.advanceTime(120_000)
      expect(world.wallet.prompts).toHaveLength(1)
      expect(world.chain.sent.length).toBeLessThanOrEqual(1)
    },
  )

  test('row 78: if the account disappears, the prompt ends and nothing is submitted', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const [prompt] = world.wallet.prompts
    if (prompt === undefined || prompt.wallet === null) throw new Error('no prompt')
    await world.run.accountsChanged(prompt.wallet, [stranger.address])
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem?.code).toMatch(/^wallet/)
    expect(world.service.submits.size).toBe(0)
  })
})

const readerOf = (table: Table) => readerOn(harbour.rpcUrls, fakeNode(table).fetch)
const hash: Hex = `0x${'11'.repeat(32)}`

describe('bad inputs: answers of endpoints', () => {
  test.each<[string, Table[string], Hex | null]>([
    ['no code', { result: '0x' }, '0x'],
    ['a delegation', { result: `0xef0100${'aa'.repeat(20)}` }, `0xef0100${'aa'.repeat(20)}`],
    ['24 kB', { result: `0x${'60'.repeat(24_576)}` }, `0x${'60'.repeat(24_576)}`],
    ['an error', { error: { code: -32000, message: 'no' } }, null],
    ['a number', { result: 7 }, null],
  ])('row 79: %s', async (_, said, code) => {
    const read = readerOf({ eth_getCode: said }).codeAt(harbour.chainId, user)
    if (code === null) await expect(read).rejects.toThrow('rpcUnreachable')
    else expect(await read).toBe(code)
  })

  test.each<[string, Table[string], bigint | null]>([
    ['nothing', { result: '0x' }, null],
    ['short', { result: '0x07' }, null],
    ['the largest', { result: words(2n ** 256n - 1n) }, 2n ** 256n - 1n],
    ['a revert', { error: { code: 3, message: 'execution reverted' } }, null],
  ])('row 80: an allowance that is %s', async (_, said, units) => {
    const read = readerOf({ eth_call: said }).allowance(harbour.chainId, usdc, user, permit2)
    if (units === null) await expect(read).rejects.toThrow('rpcUnreachable')
    else expect(await read).toBe(units)
  })

  test.each([
    ['status', { status: undefined, blockHash: hash, blockNumber: '0x1' }],
    ['block', { status: '0x1', blockHash: null, blockNumber: null }],
  ])('row 81: a receipt without a %s proves nothing', async (_, receipt) => {
    const reader = readerOf({
      eth_getTransactionByHash: { result: { from: user, to: usdc, input: '0x', value: '0x0', nonce: '0x1' } },
      eth_getTransactionReceipt: { result: JSON.parse(JSON.stringify({ ...receipt, logs: [] })) },
    })
    expect(await reader.transaction(harbour.chainId, hash)).toMatchObject({ kind: 'waiting' })
  })
})
