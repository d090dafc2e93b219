import { expect, test } from 'vitest'
import { readyWallet, walletFailure } from '../../../../lib/wallet/connectors/ready-wallet.ts'
import { rejections } from '../../base/rejections.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'

const account = `0x${'aB'.repeat(20)}`
const needed = { account, chain: { chainId: 1, add: null } }

/** What becomes of the steps: null when the method may be asked now, a reason, or the wallet's failure. */
async function ready(wallet: FakeWallet, changes: Partial<Parameters<typeof readyWallet>[0]> = {}) {
  const ask = (method: string, params: readonly unknown[]) => wallet.request({ method, params })
  return readyWallet({ ...needed, ...changes }, ask).catch(walletFailure)
}

function connected(): FakeWallet {
  const wallet = new FakeWallet()
  wallet.accounts = [account.toLowerCase()]
  return wallet
}

test('account and chain are looked at', async () => {
  const wallet = connected()
  expect(await ready(wallet)).toBeNull()
  expect(wallet.asked).toEqual(['eth_accounts', 'eth_chainId'])
})

test('without account and chain nothing comes before the method', async () => {
  const wallet = new FakeWallet()
  expect(await ready(wallet, { account: null, chain: null })).toBeNull()
  expect(wallet.asked).toEqual([])
})

test('another account, another chain', async () => {
  const other = new FakeWallet()
  other.accounts = [`0x${'11'.repeat(20)}`]
  expect(await ready(other)).toBe('wrongAccount')
  const stuck = connected()
  stuck.switchTo = () => null
  expect(await ready(stuck, { chain: { chainId: 2, add: null } })).toBe('wrongChain')
})

test('where nobody is authorised yet it asks once', async () => {
  const wallet = new FakeWallet()
  wallet.answer = () => [account]
  expect(await ready(wallet)).toBeNull()
  expect(wallet.asked).toEqual(['eth_accounts', 'eth_requestAccounts', 'eth_chainId'])
})

test('the chain is switched; one that is unknown is added first where we can describe it', async () => {
  const wallet = connected()
  wallet.knownChains = [1, 2]
  expect(await ready(wallet, { chain: { chainId: 2, add: null } })).toBeNull()
  expect(await ready(wallet, { chain: { chainId: 3, add: null } })).toEqual({
    code: 4902,
    message: 'unknown chain',
  })
  expect(await ready(wallet, { chain: { chainId: 3, add: { chainId: '0x3' } } })).toBeNull()
  expect(wallet.asked.slice(-5)).toEqual([
    'eth_chainId',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_chainId',
  ])
})

test.each(rejections)('%s becomes a failure', async (_what, thrown, code, message) => {
  expect(walletFailure(thrown)).toEqual({ code, message })
})
