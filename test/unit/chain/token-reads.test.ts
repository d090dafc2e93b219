import { encodeAbiParameters, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { readArrivingUnits, readSymbol } from '../../../lib/chain/token-reads.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, rpcOn, words } from './fake-node.ts'

const other = '0x9999999999999999999999999999999999999999'
const revert = { error: { code: 3, message: 'execution reverted: no' } }

function readArriving(said: NodeAnswer) {
  const node = fakeNode({ 'eth_call ': said })
  const rpc = createRpc(31_337, ['http://127.0.0.1:1'], node.fetch)
  return { arriving: readArrivingUnits(rpc, usdc, user, other, 100n), requested: node.requests }
}

describe('the units that arrive from a transfer (L6)', () => {
  test.each<[string, NodeAnswer, bigint | null]>([
    ['all of it', { result: words(7n, 107n, 1n) }, 100n],
    ['less, where the token keeps a part', { result: words(7n, 106n, 1n) }, 99n],
    ['nothing', { result: words(7n, 7n, 1n) }, 0n],
    ['unknown, where the token does not let itself be tried', { result: words(7n, 7n, 0n) }, null],
    ['unknown, where a balance shrinks', { result: words(7n, 6n, 1n) }, null],
    ['unknown, where the node ignores the code it was lent', { result: '0x' }, null],
    ['unknown, where the node answers something else', { result: words(7n, 107n) }, null],
    ['unknown, where the call fails', revert, null],
    ['unknown, where the node takes no code', { error: { code: -32602, message: 'too many' } }, null],
  ])('are %s', async (_, said, units) => {
    expect(await readArriving(said).arriving).toBe(units)
  })

  test('are measured as the owner, whose code is replaced for this one call', async () => {
    const { arriving, requested } = readArriving({ result: words(0n, 100n, 1n) })
    await arriving
    const [call, block, lent] = requested[0]?.params ?? []
    expect(call).toEqual({ to: user, data: words(usdc, other, 100n), gas: '0xf4240' })
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
