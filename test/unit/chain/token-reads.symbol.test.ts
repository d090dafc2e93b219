import { encodeAbiParameters, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { readSymbol } from '../../../lib/chain/token-reads.ts'
import { usdc } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer } from './fake-node.ts'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

function read(said: NodeAnswer): Promise<string | null> {
  const call = `eth_call [{"to":"${usdc}","data":"0x95d89b41"}`
  return readSymbol(createRpc(31_337, ['http://127.0.0.1:1'], fakeNode({ [call]: said }).fetch), usdc)
}

test.each<[string, NodeAnswer, string | null]>([
  ['a string', { result: text('USDC') }, 'USDC'],
  ['the 32 bytes of older tokens', { result: stringToHex('MKR', { size: 32 }) }, 'MKR'],
  ['nothing', { result: '0x' }, null],
  ['a revert', { error: { code: 3, message: 'execution reverted' } }, null],
  ['bytes that are no string', { result: `0x${'ff'.repeat(96)}` }, null],
  ['a book', { result: text('a'.repeat(5_000)) }, null],
])('a token that answers with %s', async (_name, said, symbol) => {
  expect(await read(said)).toBe(symbol)
})

test('rejects an answer that is not hex', async () => {
  await expect(read({ result: 7 })).rejects.toMatchObject({ data: { code: 'rpcUnreachable' } })
})
