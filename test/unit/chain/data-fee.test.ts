import { size, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import { createChainReader } from '../../../lib/chain/chain-reader.ts'
import { gasLimits } from '../../../lib/chain/costs.ts'
import { deployment } from '../../harness/chains.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { noSearches } from '../../harness/no-searches.ts'
import { harbour } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, words } from './fake-node.ts'

const op = '0x420000000000000000000000000000000000000f'
const scroll = '0x5300000000000000000000000000000000000002'
const arbitrum = '0x000000000000000000000000000000000000006c'
const none: NodeAnswer = { result: '0x' }
const reverts: NodeAnswer = { error: { code: 3, message: 'execution reverted' } }

interface Called {
  readonly to: string
  readonly data: `0x${string}`
}

/** A chain whose contracts answer calls as the table says. */
function chainOf(contracts: { readonly [toAndSignature: string]: NodeAnswer }) {
  const calls: Called[] = []
  const { fetch } = fakeNode({
    eth_gasPrice: { result: '0x7' },
    eth_call: ({ params: [call] }) => {
      const { to, data } = call as Json & Called
      calls.push({ to, data })
      const found = Object.entries(contracts).find(([key]) => {
        const [address = '', signature = ''] = key.split(' ')
        return to === address && data.startsWith(toFunctionSelector(signature))
      })
      return found?.[1] ?? none
    },
  })
  const reader = createChainReader({ freshAddress, searches: noSearches, deployment, fetch })
  return { calls, read: () => reader.gasPrice(harbour.chainId) }
}

describe('the data fee of a rollup', () => {
  test.each<[string, Parameters<typeof chainOf>[0], bigint]>([
    ['a chain without such a contract', {}, 0n],
    [
      'the OP stack, with the fee of its operator',
      {
        [`${op} getL1Fee(bytes)`]: { result: words(500n) },
        [`${op} getOperatorFee(uint256)`]: { result: words(20n) },
      },
      520n,
    ],
    [
      'the OP stack before that fee',
      { [`${op} getL1Fee(bytes)`]: { result: words(500n) }, [`${op} getOperatorFee(uint256)`]: reverts },
      500n,
    ],
    ['Scroll', { [`${scroll} getL1Fee(bytes)`]: { result: words(300n) } }, 300n],
    ['Arbitrum', { [`${arbitrum} getPricesInWei()`]: { result: words(140n, 1n, 0n, 0n, 0n, 0n) } }, 2_188n],
    ['a contract that reverts', { [`${op} getL1Fee(bytes)`]: reverts }, 0n],
    ['a contract that says too little', { [`${op} getL1Fee(bytes)`]: { result: '0x01' } }, 0n],
  ])('%s', async (_what, contracts, dataFeeUnits) => {
    expect(await chainOf(contracts).read()).toEqual({ perGasUnits: 7n, dataFeeUnits })
  })

  test('is read for 2 kB of hardly compressible data, and for the gas of a send', async () => {
    const { calls, read } = chainOf({ [`${op} getL1Fee(bytes)`]: { result: words(500n) } })
    await read()
    const [first, second] = calls.filter(({ to }) => to === op)
    expect(size(first?.data ?? '0x')).toBe(4 + 64 + 2_048)
    expect(BigInt(`0x${first?.data.slice(10, 74)}`)).toBe(32n)
    expect(BigInt(`0x${first?.data.slice(74, 138)}`)).toBe(2_048n)
    expect(new Set(first?.data.slice(138).match(/.{8}/g)).size).toBe(512)
    expect(BigInt(`0x${second?.data.slice(10)}`)).toBe(gasLimits.send)
  })

  test("finds the chain's contract once, and reads the fee each time", async () => {
    const plain = chainOf({})
    await plain.read()
    const { length } = plain.calls
    await plain.read()
    expect(plain.calls).toHaveLength(length)
    const rollup = chainOf({ [`${scroll} getL1Fee(bytes)`]: { result: words(300n) } })
    await rollup.read()
    rollup.calls.length = 0
    await rollup.read()
    expect(rollup.calls.map(({ to }) => to)).toEqual([scroll])
  })
})
