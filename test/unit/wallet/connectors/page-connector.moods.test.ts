import { beforeEach, expect, test } from 'vitest'
import type { WalletAnswer, WalletRequest } from '../../../../lib/wallet/port.ts'
import type { FakeWallet } from '../../sites/fake-wallet.ts'
import { PageWorld, request } from './page-world.ts'

let wallet: FakeWallet
let send: (changes?: Partial<WalletRequest>) => Promise<readonly WalletAnswer[]>
let sends: () => number

beforeEach(async () => {
  const world = await PageWorld.open()
  wallet = world.wallet
  send = async (changes) => {
    await world.way.ask(request('a', changes))
    await world.time.pass(5_000)
    return world.answers
  }
  sends = () => world.sends()
})

test('another account selected: the wallet is never asked to send', async () => {
  wallet.accounts = [`0x${'11'.repeat(20)}`]
  expect(await send()).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'wrongAccount' }])
  expect(sends()).toBe(0)
})

test('a wallet that says yes to another chain and stays: never asked to send', async () => {
  wallet.switchTo = () => null
  expect(await send({ chain: { chainId: 7, add: null } })).toEqual([
    { requestId: 'a', kind: 'unreached', reason: 'wrongChain' },
  ])
  expect(sends()).toBe(0)
})

test('a chain it does not know is added, switched to, and only then it sends', async () => {
  wallet.answer = () => '0x1'
  expect(await send({ chain: { chainId: 7, add: { chainId: '0x7' } } })).toMatchObject([{ kind: 'result' }])
  expect(wallet.asked.slice(-5)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_chainId',
    'eth_sendTransaction',
  ])
})

test('an unknown chain that cannot be described comes back as 4902', async () => {
  expect(await send({ chain: { chainId: 7, add: null } })).toMatchObject([
    { kind: 'failure', failure: { code: 4902, isBefore: true } },
  ])
  expect(sends()).toBe(0)
})

test.each([
  ['a locked wallet', { code: 4100, message: 'The wallet is locked' }, 4100],
  ['a request that is open already', { code: -32002, message: 'already pending' }, -32002],
  ['a nested code', { code: -32603, message: 'no', data: { originalError: { code: 4001 } } }, 4001],
  ['an error without a code', new Error('odd'), null],
])('%s comes back with its code', async (_name, error, code) => {
  wallet.answer = () => Promise.reject(error)
  const said = await send()
  expect(said).toMatchObject([{ kind: 'failure', failure: { code } }])
  // The request itself was put to it.
  expect(said).not.toMatchObject([{ failure: { isBefore: true } }])
})
