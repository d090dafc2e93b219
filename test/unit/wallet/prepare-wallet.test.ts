import { expect, test } from 'vitest'
import { prepareWallet, type WalletSteps, walletFailure } from '../../../lib/wallet/prepare-wallet.ts'
import { rejections } from '../base/rejections.ts'
import { FakeWallet } from '../sites/fake-wallet.ts'

const account = `0x${'aB'.repeat(20)}`
const needed = { account, chain: { chainId: 1, add: null } }

/** The result of the steps: null when the method may be sent now, a reason, or the wallet's failure. */
async function ready(
  wallet: FakeWallet,
  changes: Partial<Parameters<typeof prepareWallet>[0]> = {},
  steps: Partial<WalletSteps> = {},
) {
  const request = (method: string, params: readonly unknown[]) => wallet.request({ method, params })
  const none = { request, wait: () => Promise.resolve(), onChainChanged: () => () => undefined }
  return prepareWallet({ ...needed, ...changes }, { ...none, ...steps }).catch(walletFailure)
}

/** The listeners of a wallet's `chainChanged`. */
function chainChanges() {
  const received = new Set<() => void>()
  return {
    received: received,
    notify() {
      for (const changed of received) changed()
    },
    onChainChanged: (changed: () => void) => {
      received.add(changed)
      return () => void received.delete(changed)
    },
  }
}

function connected(): FakeWallet {
  const wallet = new FakeWallet()
  wallet.accounts = [account.toLowerCase()]
  return wallet
}

test('reads account and chain', async () => {
  const wallet = connected()
  expect(await ready(wallet)).toBeNull()
  expect(wallet.requests).toEqual(['eth_accounts', 'eth_chainId'])
})

test('sends nothing before a method without account and chain', async () => {
  const wallet = new FakeWallet()
  expect(await ready(wallet, { account: null, chain: null })).toBeNull()
  expect(wallet.requests).toEqual([])
})

test('refuses another account or another chain', async () => {
  const other = new FakeWallet()
  other.accounts = [`0x${'11'.repeat(20)}`]
  expect(await ready(other)).toBe('wrongAccount')
  const stuck = connected()
  stuck.switchTo = () => null
  expect(await ready(stuck, { chain: { chainId: 2, add: null } })).toBe('wrongChain')
})

test('requests accounts once where none is authorised yet', async () => {
  const wallet = new FakeWallet()
  wallet.answer = () => [account]
  expect(await ready(wallet)).toBeNull()
  expect(wallet.requests).toEqual(['eth_accounts', 'eth_requestAccounts', 'eth_chainId'])
})

test('switches the chain; adds an unknown one first where it has a description', async () => {
  const wallet = connected()
  wallet.knownChains = [1, 2]
  expect(await ready(wallet, { chain: { chainId: 2, add: null } })).toBeNull()
  const unknown = { code: 4902, message: 'unknown chain' }
  expect(await ready(wallet, { chain: { chainId: 3, add: null } })).toEqual(unknown)
  expect(await ready(wallet, { chain: { chainId: 3, add: { chainId: '0x3' } } })).toBeNull()
  expect(wallet.requests.slice(-5)).toEqual([
    'eth_chainId',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_chainId',
  ])
})

test.each([
  [-32603, 'Unrecognized chain ID "0x3". Try adding the chain using wallet_addEthereumChain first.'],
  [-32000, 'Unrecognized chain ID "0x3"'],
  [null, 'Unknown chain'],
])('adds a chain first that is unknown by %s %j', async (code, message) => {
  const wallet = connected()
  wallet.knownChains = [1]
  const { switchTo } = wallet
  wallet.switchTo = (chainId) => {
    if (!wallet.knownChains.includes(chainId)) throw { code, message }
    return switchTo.call(wallet, chainId)
  }
  expect(await ready(wallet, { chain: { chainId: 3, add: { chainId: '0x3' } } })).toBeNull()
  expect(wallet.requests).toContain('wallet_addEthereumChain')
})

test('does not add a chain that is unknown by words where the user rejected it', async () => {
  const wallet = connected()
  wallet.switchTo = () => {
    throw { code: 4001, message: 'User rejected: unknown chain' }
  }
  const chain = { chainId: 3, add: { chainId: '0x3' } }
  expect(await ready(wallet, { chain })).toMatchObject({ code: 4001 })
  expect(wallet.requests).not.toContain('wallet_addEthereumChain')
})

test('accepts a wallet that reports its old chain for up to 3 s after a switch', async () => {
  const wallet = connected()
  let waitedMs = 0
  const wait = async (ms: number) => {
    waitedMs += ms
    if (waitedMs >= 2_900) wallet.chainId = 2
  }
  wallet.switchTo = () => null
  expect(await ready(wallet, { chain: { chainId: 2, add: null } }, { wait })).toBeNull()
  expect(waitedMs).toBeGreaterThanOrEqual(2_900)
})

test('a switch without an answer is over once a change of the chain is reported and read', async () => {
  const wallet = connected()
  const { received, notify, onChainChanged } = chainChanges()
  wallet.switchTo = () => new Promise(() => undefined)
  const done = ready(wallet, { chain: { chainId: 2, add: null } }, { onChainChanged })
  await expect.poll(() => received.size).toBe(1)
  // To another chain than the requested one.
  wallet.chainId = 5
  notify()
  await expect.poll(() => wallet.requests.filter((method) => method === 'eth_chainId').length).toBe(2)
  expect(received.size).toBe(1)
  wallet.chainId = 2
  notify()
  expect(await done).toBeNull()
  expect(received.size).toBe(0)
})

test('a reported change of the chain that cannot be read is no answer', async () => {
  const wallet = connected()
  const { received, notify, onChainChanged } = chainChanges()
  let reject: (thrown: unknown) => void = () => undefined
  wallet.switchTo = () => new Promise((_done, no) => (reject = no))
  const done = ready(wallet, { chain: { chainId: 2, add: null } }, { onChainChanged })
  await expect.poll(() => received.size).toBe(1)
  // A page that is the wallet reports a chain that it is not on.
  notify()
  reject({ code: 4001, message: 'no' })
  expect(await done).toEqual({ code: 4001, message: 'no' })
})

test.each(rejections)('%s becomes a failure', async (_what, thrown, code, message) => {
  expect(walletFailure(thrown)).toEqual({ code, message })
})
