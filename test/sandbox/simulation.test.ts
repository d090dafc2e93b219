import { describe, expect, test } from 'vitest'
import { approveCall } from '../../lib/base/ethereum.ts'
import { type Hex, nativeAddress } from '../../lib/base/hex.ts'
import type { ChainReaderWithBalances } from '../../lib/chain/chain-reader.ts'
import type { Effects, Simulation } from '../../lib/chain/effects.ts'
import { accounts } from './chains/chain-book.ts'
import { chainOf, tokenOf } from './chains/test-requests.ts'
import { fetchWithoutTimeout, liveReader } from './live-reader.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const { person } = accounts

const { ledger, deployment } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')
const reader = liveReader(deployment)

describe('the effects of calls', () => {
  /** An endpoint that does not know `eth_simulateV1`, in front of the same chain. */
  const older = () =>
    liveReader(deployment, async (url, init) =>
      String(init.body).includes('eth_simulateV1')
        ? Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
        : fetchWithoutTimeout(url, init),
    )
  const stranger: Hex = `0x${'71'.repeat(20)}`
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const transferOf = (token: Hex, units: bigint) => ({
    to: token,
    data: `0xa9059cbb${word(BigInt(stranger))}${word(units)}` as Hex,
    value: 0n,
  })
  const ways = [
    ['eth_simulateV1', () => reader, true],
    ['other code in one eth_call', older, false],
  ] as const

  async function seen(by: ChainReaderWithBalances, trial: Simulation): Promise<Effects | undefined> {
    const { effects, wanted } = await by.measure(harbour.chainId, trial)
    expect(wanted).toBe(2)
    expect(effects).toHaveLength(2)
    expect(effects[1]).toEqual(effects[0])
    return effects[0]
  }

  test.each(ways)('are measured by %s: a transfer, an allowance, native currency', async (_, by, isWhole) => {
    const usdc = tokenOf(harbour, 'USDC').address
    const dai = tokenOf(harbour, 'DAI').address
    const spender = harbour.manualTarget
    const calls = [
      approveCall(usdc, spender, 70n),
      transferOf(usdc, 100n),
      { to: stranger, data: '0x' as const, value: 5n },
    ]
    const trial = {
      account: person,
      calls,
      tokens: [usdc, dai],
      spenders: [{ token: usdc, spender }],
      receiver: { address: stranger, token: usdc },
    }
    const before = await ledger.balances(person)
    expect(await seen(by(), trial)).toEqual({
      leaves: [
        { token: nativeAddress, units: 5n },
        { token: usdc, units: 100n },
      ],
      arrives: [],
      allowances: [{ token: usdc, spender, before: 0n, after: 70n }],
      received: 100n,
      failure: null,
      isWhole,
    })
    expect(await ledger.balances(person)).toEqual(before)
    expect(await reader.allowance(harbour.chainId, usdc, person, spender)).toBe(0n)
  })

  test.each(ways)('are measured by %s: native currency that is paid back', async (_, by) => {
    const weth = tokenOf(harbour, 'WHETH').address
    const calls = [
      { to: weth, data: '0xd0e30db0' as const, value: 9n },
      { to: weth, data: `0x2e1a7d4d${word(4n)}` as Hex, value: 0n },
    ]
    const trial = { account: person, calls, tokens: [weth], spenders: [], receiver: null }
    expect(await seen(by(), trial)).toMatchObject({
      leaves: [{ token: nativeAddress, units: 5n }],
      arrives: [{ token: weth, units: 5n }],
      failure: null,
    })
  })

  test.each(ways)('include a failure, by %s', async (_, by) => {
    const usdc = tokenOf(harbour, 'USDC').address
    const calls = [transferOf(usdc, 10n ** 40n)]
    const trial = { account: person, calls, tokens: [usdc], spenders: [], receiver: null }
    const failure = expect.stringMatching(/revert|failed/)
    expect(await seen(by(), trial)).toMatchObject({ leaves: [], failure })
  })

  test('include unrequested tokens and allowances if the node reports all of them', async () => {
    const [usdc, dai] = ['USDC', 'DAI'].map((symbol) => tokenOf(harbour, symbol).address) as [Hex, Hex]
    const calls = [transferOf(dai, 7n), approveCall(dai, stranger, 8n)]
    const trial = { account: person, calls, tokens: [usdc], spenders: [], receiver: null }
    expect(await seen(reader, trial)).toMatchObject({
      leaves: [{ token: dai, units: 7n }],
      allowances: [{ token: dai, spender: stranger, before: 0n, after: 8n }],
    })
    expect(await seen(older(), trial)).toMatchObject({ leaves: [], allowances: [], isWhole: false })
  })
})
