import { beforeEach, describe, expect, test } from 'vitest'
import { SandboxWallet } from '../../../../sandbox/pages/wallet/sandbox-wallet.ts'
import { behavioursAfterUse, readBehaviours } from '../../../../sandbox/pages/wallet/wallet-behaviours.ts'
import { WalletMemory } from '../../../../sandbox/pages/wallet/wallet-memory.ts'

const chains = [1, 7].map((chainId) => ({ chainId, name: `Chain ${chainId}`, rpcUrl: 'x', symbol: 'C' }))

let memory: WalletMemory
let wallet: SandboxWallet
let titles: string[]
/** Answers the open prompt. */
let say: (isApproved: boolean) => void

beforeEach(() => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  memory = new WalletMemory(storage, storage)
  titles = []
  wallet = new SandboxWallet({
    memory,
    chains,
    tokens: [],
    changed: () => undefined,
    note: () => undefined,
    prompt: ({ title }) =>
      new Promise((answer) => {
        titles.push(title)
        say = answer
      }),
  })
})

const settled = () => new Promise((done) => setImmediate(done))
const behaviours = (...names: readonly string[]) =>
  memory.preset(new URLSearchParams({ behaviours: names.join(',') }))

async function answering<Result>(
  requested: Promise<Result>,
  ...answers: readonly boolean[]
): Promise<Result> {
  for (const isApproved of answers) {
    await settled()
    say(isApproved)
  }
  return requested
}

const connect = () => wallet.request({ method: 'eth_requestAccounts' })
const use = (chainId: number) =>
  wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${chainId}` }] })

describe('the behaviours of the test wallet', () => {
  test('are read by name, and end after one use if they work once', () => {
    expect(readBehaviours('hides, asleep,unknown,busy')).toEqual(['hides', 'busy'])
    expect(readBehaviours(null)).toEqual([])
    expect(behavioursAfterUse(['asleep', 'hides'], 'asleep')).toEqual(['hides'])
    expect(behavioursAfterUse(['asleep', 'hides'], 'hides')).toEqual(['asleep', 'hides'])
  })

  test('stores a request whose prompt outlives its page, lists it when it is shown again, and returns it once', () => {
    memory.recordPrompt('Connect this site')
    memory.recordPrompt('Send a transaction')
    memory.storeOpenRequest({ method: 'eth_sendTransaction', params: [] })
    expect(memory.promptTitles).toEqual(['Connect this site'])
    expect(memory.takeOpenRequest()).toEqual({ method: 'eth_sendTransaction', params: [] })
    expect(memory.takeOpenRequest()).toBeNull()
  })

  test("prompts a locked wallet's person for the password before the request, once", async () => {
    behaviours('locks')
    await answering(connect(), true, true)
    expect(titles).toEqual(['Unlock', 'Connect this site'])
    await expect(answering(use(7))).resolves.toBeNull()
  })

  test('shares no account while it is locked, reports the lock, and holds a request until it is unlocked', async () => {
    await answering(connect(), true)
    const changes: unknown[] = []
    wallet.on('accountsChanged', (accounts) => changes.push(accounts))
    const { accounts } = wallet
    behaviours('locks')
    wallet.reportLock()
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
    expect(changes).toEqual([[]])
    await expect(answering(connect(), false)).rejects.toMatchObject({ code: 4001 })
    expect(changes).toEqual([[]])
    expect(await answering(connect(), true)).toEqual(accounts)
    expect(changes).toEqual([[], accounts])
    expect(titles.slice(1)).toEqual(['Unlock', 'Unlock'])
  })

  test('prompts once for each chain, and reports the permitted chains', async () => {
    await answering(connect(), true)
    behaviours('asks-chains')
    expect(await wallet.request({ method: 'wallet_getPermissions' })).toMatchObject([
      { parentCapability: 'eth_accounts' },
      { caveats: [{ value: ['0x1'] }] },
    ])
    await expect(answering(use(7), false)).rejects.toMatchObject({ code: 4001 })
    await answering(use(7), true)
    await use(1)
    expect(titles.slice(1)).toEqual(['Use this network', 'Use this network'])
    expect(await wallet.request({ method: 'wallet_getPermissions' })).toMatchObject([
      {},
      { caveats: [{ value: ['0x1', '0x7'] }] },
    ])
  })

  test("refuses requests while another site's prompt is open", async () => {
    await answering(connect(), true)
    behaviours('busy', 'asks-chains')
    await expect(use(7)).rejects.toMatchObject({ code: -32002 })
    await expect(use(7)).rejects.toMatchObject({ code: -32002 })
    expect(titles.slice(1)).toEqual(['Another request'])
    say(true)
    await settled()
    await expect(answering(use(7), true)).resolves.toBeNull()
  })

  test('never answers a forgotten request, and accepts the next one', async () => {
    behaviours('forgets')
    const received: unknown[] = []
    void answering(connect(), true).then((accounts) => received.push(accounts))
    await settled()
    await settled()
    expect(received).toEqual([])
    behaviours()
    await expect(answering(connect(), true)).resolves.toHaveLength(1)
    expect(received).toEqual([])
  })

  test('waits until the late behaviour is removed', async () => {
    behaviours('sends-late')
    const accounts = answering(connect(), true)
    await settled()
    await settled()
    expect(memory.connected).toBe(false)
    behaviours()
    await expect(accounts).resolves.toHaveLength(1)
  })

  test('forgets connections and behaviours when it is reset', async () => {
    await answering(connect(), true)
    memory.preset(new URLSearchParams('fresh=1&chain=7'))
    expect(wallet.accounts).toEqual([])
    expect(wallet.chain.chainId).toBe(7)
    expect(memory.usableChains).toEqual([])
  })
})
