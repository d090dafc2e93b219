import { encodeAbiParameters, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { balanceData, transferData } from '../../../lib/base/ethereum.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { readArrivingUnits, readSymbol } from '../../../lib/chain/token-reads.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, rpcOn, words } from './fake-node.ts'

const other = '0x9999999999999999999999999999999999999999'
/** The word and the status of each call. */
const probed = (...pairs: readonly (readonly bigint[])[]): NodeAnswer => ({ result: words(...pairs.flat()) })
const revert = { error: { code: 3, message: 'execution reverted: no' } }

function readArriving(said: NodeAnswer) {
  const node = fakeNode({ 'eth_call ': said })
  const rpc = createRpc(31_337, ['http://127.0.0.1:1'], node.fetch)
  return { arriving: readArrivingUnits(rpc, usdc, user, other, 100n), requested: node.requests }
}

describe('the units that arrive from a transfer (L6)', () => {
  test.each<[string, NodeAnswer, bigint | null]>([
    ['all of it', probed([7n, 3n], [1n, 3n], [107n, 3n]), 100n],
    ['all of it, where the transfer returns nothing', probed([7n, 3n], [0n, 1n], [107n, 3n]), 100n],
    ['less, where the token keeps a part', probed([7n, 3n], [1n, 3n], [106n, 3n]), 99n],
    ['nothing', probed([7n, 3n], [1n, 3n], [7n, 3n]), 0n],
    ['unknown, where the token does not let itself be tried', probed([7n, 3n], [0n, 0n], [7n, 3n]), null],
    ['unknown, where a balance is no word', probed([7n, 3n], [1n, 3n], [0n, 1n]), null],
    ['unknown, where a balance cannot be read', probed([0n, 2n], [1n, 3n], [107n, 3n]), null],
    ['unknown, where a balance shrinks', probed([7n, 3n], [1n, 3n], [6n, 3n]), null],
    ['unknown, where the node ignores the code it was lent', { result: '0x' }, null],
    ['unknown, where the node answers something else', probed([7n, 3n], [107n, 3n]), null],
    ['unknown, where the call fails', revert, null],
    ['unknown, where the node takes no code', { error: { code: -32602, message: 'too many' } }, null],
  ])('are %s', async (_, said, units) => {
    expect(await readArriving(said).arriving).toBe(units)
  })

  test('are measured as the owner, whose code is replaced for this one call', async () => {
    const { arriving, requested } = readArriving(probed([0n, 3n], [1n, 3n], [100n, 3n]))
    await arriving
    const [call, block, lent] = requested[0]?.params ?? []
    const inputOf = (data: string) =>
      `${words(usdc, 0n, BigInt(data.length / 2 - 1))}${data.slice(2)}`.slice(2)
    const [read, transfer] = [balanceData(other), transferData(other, 100n)].map(inputOf)
    expect(call).toEqual({ from: user, to: user, data: `0x${read}${transfer}${read}` })
    expect([block, Object.keys(Object(lent))]).toEqual(['latest', [user]])
  })

  test('are not null after a programming error', async () => {
    const rpc = { chainId: 1, host: 'none', request: async () => Promise.reject(new TypeError('ours')) }
    await expect(readArrivingUnits(rpc, usdc, user, other, 1n)).rejects.toThrow('ours')
  })
})

describe('the symbol that a token reports', () => {
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const read = (said: NodeAnswer) =>
    readSymbol(rpcOn({ [`eth_call [{"to":"${usdc}","data":"0x95d89b41"}`]: said }), usdc)

  test.each<[string, NodeAnswer, string | null]>([
    ['a string', { result: text('USDC') }, 'USDC'],
    ['the 32 bytes of older tokens', { result: stringToHex('MKR', { size: 32 }) }, 'MKR'],
    ['nothing', { result: '0x' }, null],
    ['a revert', revert, null],
    ['bytes that are no string', { result: `0x${'ff'.repeat(96)}` }, null],
    ['a book', { result: text('a'.repeat(5_000)) }, null],
  ])('is read from %s', async (_name, said, symbol) => {
    expect(await read(said)).toBe(symbol)
  })

  test('rejects an answer that is not hex', async () => {
    await expect(read({ result: 7 })).rejects.toThrow('rpcUnreachable')
  })
})
