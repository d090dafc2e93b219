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
    await world.way.request(request('a', changes))
    await world.time.pass(5_000)
    return world.answers
  }
  sends = () => world.sends()
})

test('another account selected: no send request', async () => {
  wallet.accounts = [`0x${'11'.repeat(20)}`]
  expect(await send()).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'wrongAccount' }])
  expect(sends()).toBe(0)
})

test('a wallet that approves the switch and stays on its chain: no send request', async () => {
  wallet.switchTo = () => null
  expect(await send({ chain: { chainId: 7, add: null } })).toEqual([
    { requestId: 'a', kind: 'unreached', reason: 'wrongChain' },
  ])
  expect(sends()).toBe(0)
})

test('an unknown chain is added and switched to before the send request', async () => {
  wallet.answer = () => '0x1'
  expect(await send({ chain: { chainId: 7, add: { chainId: '0x7' } } })).toMatchObject([{ kind: 'result' }])
  expect(wallet.requests.slice(-5)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_chainId',
    'eth_sendTransaction',
  ])
})

test('an unknown chain without a description returns 4902', async () => {
  expect(await send({ chain: { chainId: 7, add: null } })).toMatchObject([
    { kind: 'failure', failure: { code: 4902, failedBeforeRequest: true } },
  ])
  expect(sends()).toBe(0)
})

test.each([
  ['a locked wallet', { code: 4100, message: 'The wallet is locked' }, 4100],
  ['a request that is open already', { code: -32002, message: 'already pending' }, -32002],
  ['a nested code', { code: -32603, message: 'no', data: { originalError: { code: 4001 } } }, 4001],
  ['an error without a code', new Error('odd'), null],
])('%s is returned with its code', async (_name, error, code) => {
  wallet.answer = () => Promise.reject(error)
  const said = await send()
  expect(said).toMatchObject([{ kind: 'failure', failure: { code } }])
  // The request itself was sent.
  expect(said).not.toMatchObject([{ failure: { failedBeforeRequest: true } }])
})
