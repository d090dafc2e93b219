import { describe, expect, test } from 'vitest'
import type { Account, WalletEvent } from '../../../lib/wallet/port.ts'
import { accountService, address, anyPage, inTab, type Made, other, result, wallet } from './account-world.ts'

/** An account service with an open request `id-1` for an account. */
async function connecting(account: Account | null = null) {
  const made = accountService(account)
  await made.service.connect(anyPage)
  return made
}

describe('connecting', () => {
  test('requests accounts and stores the first in lower case', async () => {
    const made = await connecting()
    expect(made.requested.map(({ method, requestId }) => [method, requestId])).toEqual([
      ['eth_requestAccounts', 'id-1'],
    ])
    expect(await made.service.applyAnswer(result('id-1', [address]))).toBe(true)
    const account = { address: address.toLowerCase(), chainId: null, wallet }
    expect(await made.account.get()).toEqual(account)
    expect(made.reports).toEqual([[account, null]])
  })

  test('ignores an answer to an older request', async () => {
    const made = await connecting()
    await made.service.connect(anyPage)
    expect(await made.service.applyAnswer(result('id-1', [address]))).toBe(false)
    expect(await made.account.get()).toBeNull()
    expect(await made.service.applyAnswer(result('id-2', [address]))).toBe(true)
  })

  test('keeps a newer request while the answer to the older one is handled', async () => {
    const made = await connecting()
    const { get } = made.connecting
    const read = Promise.withResolvers<void>()
    Object.assign(made.connecting, { get: () => get().then((value) => read.promise.then(() => value)) })
    const answered = made.service.applyAnswer(result('id-1', [address]))
    const connected = made.service.connect(anyPage)
    await new Promise((done) => setImmediate(done))
    read.resolve()
    await Promise.all([answered, connected])
    expect(await made.service.isConnecting()).toBe(true)
    expect(await made.service.applyAnswer(result('id-2', [other]))).toBe(true)
  })

  test('ignores a second answer to the same request', async () => {
    const made = await connecting()
    await made.service.applyAnswer(result('id-1', [address]))
    expect(await made.service.applyAnswer(result('id-1', [other]))).toBe(false)
    expect((await made.account.get())?.address).toBe(address.toLowerCase())
  })

  test.each([
    [
      'a refusal',
      { requestId: 'id-1', kind: 'failure', failure: { code: 4001, message: '' } },
      'walletRejected',
    ],
    ['no wallet there', { requestId: 'id-1', kind: 'unreached', reason: 'noWallet' }, 'walletNone'],
    ['a page that is gone', { requestId: 'id-1', kind: 'lost' }, 'walletGone'],
    ['no accounts', result('id-1', []), 'walletFailed'],
    ['something else', result('id-1', 'yes'), 'walletFailed'],
    ['an account that is none', result('id-1', ['0x12']), 'walletFailed'],
  ] as const)('reports %s and keeps the account', async (_, answer, code) => {
    const known = { address: other, chainId: 1, wallet } as const
    const made = await connecting(known)
    await made.service.applyAnswer(answer)
    expect(await made.account.get()).toEqual(known)
    expect(made.reports.map(([account, problem]) => [account, problem?.code])).toEqual([[known, code]])
  })

  test('disconnecting forgets the account and an open request', async () => {
    const made = await connecting({ address: other, chainId: 1, wallet })
    await made.service.disconnect()
    expect(await made.account.get()).toBeNull()
    expect(made.forgotten).toEqual(['wallet'])
    expect(await made.service.applyAnswer(result('id-1', [address]))).toBe(false)
  })
})

describe('after a restart of the worker', () => {
  test('follows the wallet again, and repeats an open request by the same id, but not to a page', async () => {
    const made = await connecting({ address: other, chainId: 1, wallet })
    await made.service.resume()
    expect([made.followed, made.requested.length]).toEqual([[wallet.id], 1])
    await made.service.connect({ connector: 'extension', id: 'mm' })
    await made.service.resume()
    const repeated = made.requested.slice(1).map(({ requestId, wallet: to }) => `${requestId} ${to?.id}`)
    expect(repeated).toEqual(['id-2 mm', 'id-2 mm'])
  })

  test('remembers the last choice, also after a disconnect', async () => {
    const made = await connecting()
    await made.service.applyAnswer(result('id-1', [address]))
    await made.service.disconnect()
    expect(await made.service.offers(300)).toMatchObject([{ id: wallet.id, isLastUsed: true }])
    expect(made.followed).toEqual([wallet.id, null])
  })
})

describe('events of the wallet', () => {
  const known: Account = { address: other, chainId: 1, wallet }

  const next = address.toLowerCase() as Account['address']
  const switchTo = (made: Made, accounts: readonly string[]) =>
    made.service.happened({ kind: 'accounts', wallet, accounts })

  test('switch to another proven account', async () => {
    const made = accountService(known, [next])
    await switchTo(made, [address])
    expect((await made.account.get())?.address).toBe(next)
    expect([made.offers, await made.service.offered()]).toEqual([[], null])
  })

  test('offer an unproven account instead of following it', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    expect([await made.account.get(), made.reports]).toEqual([known, []])
    expect(await made.service.offered()).toEqual({ ...known, address: next })
    expect(made.offers).toEqual([{ ...known, address: next }])
  })

  test('are handled in turn: no offer outlives a switch back', async () => {
    let answer = () => {}
    const looked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const made = accountService(known, [], looked)
    const switches = [switchTo(made, [address]), switchTo(made, [other])]
    await Promise.resolve()
    answer()
    await Promise.all(switches)
    expect(await made.service.offered()).toBeNull()
  })

  test('a disconnect during the check of a proven account stays a disconnect', async () => {
    const looked = Promise.withResolvers<void>()
    const made = accountService(known, [next], looked.promise)
    const switched = switchTo(made, [address])
    const disconnected = made.service.disconnect()
    looked.resolve()
    await Promise.all([switched, disconnected])
    expect(await made.account.get()).toBeNull()
    expect(made.reports.at(-1)).toEqual([null, null])
  })

  test('an accepted offer replaces the account, on the current chain', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    await made.service.happened({ kind: 'chain', wallet, chainId: 31338 })
    await made.service.acceptOffered(next)
    expect(await made.account.get()).toEqual({ ...known, address: next, chainId: 31338 })
    expect(await made.service.offered()).toBeNull()
  })

  test('a replaced offer is not accepted in place of the displayed one', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    await switchTo(made, [`0x${'0c'.repeat(20)}`])
    await expect(made.service.acceptOffered(next)).rejects.toThrow('walletWrongAccount')
    expect(await made.account.get()).toEqual(known)
  })

  test.each<[string, (made: Made) => Promise<void>]>([
    ['the user keeps their account', (made) => made.service.keepAccount()],
    ['the wallet switches back', (made) => switchTo(made, [other])],
    ['the wallet has no account left', (made) => switchTo(made, [])],
    ['the user disconnects', (made) => made.service.disconnect()],
    ['the user watches an address', (made) => made.service.watch(next)],
  ])('an offer ends when %s', async (_what, act) => {
    const made = accountService(known)
    await switchTo(made, [address])
    await act(made)
    expect(await made.service.offered()).toBeNull()
    expect(made.offers.at(-1)).toBeNull()
  })

  test('a wallet without accounts is locked, not disconnected, and comes back with the same account', async () => {
    const made = accountService(known)
    await switchTo(made, [])
    await switchTo(made, [])
    expect(await made.account.get()).toEqual({ ...known, isLocked: true })
    await switchTo(made, [other])
    expect(await made.account.get()).toEqual(known)
    expect(made.reports).toEqual([
      [{ ...known, isLocked: true }, null],
      [known, null],
    ])
  })

  test('a locked wallet that comes back with an unproven account offers it', async () => {
    const made = accountService(known)
    await switchTo(made, [])
    await switchTo(made, [address])
    expect(await made.account.get()).toEqual({ ...known, isLocked: true })
    expect(await made.service.offered()).toEqual({ ...known, address: next })
  })

  test.each<[string, WalletEvent, Partial<Account>]>([
    ['ignore the same account', { kind: 'accounts', wallet, accounts: [other] }, {}],
    ['store another chain', { kind: 'chain', wallet, chainId: 31338 }, { chainId: 31338 }],
    ['do not disconnect a closed page', { kind: 'disconnect', wallet }, {}],
    [
      'ignore another wallet',
      { kind: 'accounts', wallet: { ...wallet, id: 'evil' }, accounts: [address] },
      {},
    ],
  ])('%s', async (_what, event, changes) => {
    const made = accountService(known)
    await made.service.happened(event)
    expect(await made.account.get()).toEqual({ ...known, ...changes })
    expect(made.reports).toHaveLength(Object.keys(changes).length)
  })
})

describe('watching', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test('works for a pasted address without a wallet request', async () => {
    const made = accountService()
    await made.service.watch(` ${checksummed} `)
    const account = { address: checksummed.toLowerCase(), chainId: null, wallet: null }
    expect(await made.account.get()).toEqual(account)
    expect(made.reports).toEqual([[account, null]])
    await made.service.resume()
    expect(made.requested).toEqual([])
    expect(made.followed).toEqual([null])
  })

  test('ignores wallet events and answers to earlier requests', async () => {
    const made = await connecting()
    await made.service.watch(checksummed)
    expect(await made.service.applyAnswer(result('id-1', [address]))).toBe(false)
    await made.service.happened({ kind: 'accounts', wallet, accounts: [address] })
    expect((await made.account.get())?.address).toBe(checksummed.toLowerCase())
  })

  test('ends with a disconnect, which notifies no wallet', async () => {
    const made = accountService()
    await made.service.watch(checksummed)
    await made.service.disconnect()
    expect(await made.account.get()).toBeNull()
    expect(made.forgotten).toEqual([])
  })

  // `threats/tokens.test.ts` (L5) has every form of an address.
  test.each([
    ['a text', 'vitalik.eth'],
    ['the native asset', `0x${'e'.repeat(40)}`],
  ])('refuses %s', async (_name, text) => {
    const made = accountService()
    await expect(made.service.watch(text)).rejects.toMatchObject({ data: { code: 'addressInvalid' } })
    expect(made.reports).toEqual([])
  })
})

describe('the wallet of a proposing page', () => {
  test('stores its tab before the request, and as the last choice', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: wallet.id, tab: inTab })
    expect([made.chosen, made.requested.length]).toEqual([[wallet.origin], 1])
    await made.service.applyAnswer(result('id-1', [address]))
    expect(await made.lastWallet.get()).toEqual({ connector: 'page', id: wallet.id, tab: inTab })
    expect((await made.service.offersOf(inTab, 300))[0]?.isLastUsed).toBe(true)
  })

  test('is not affected by events of the same wallet in another site', async () => {
    const account: Account = { address: other, chainId: 1, wallet }
    const made = accountService(account)
    const twin = { ...wallet, origin: 'https://elsewhere.example' }
    await made.service.happened({ kind: 'chain', wallet: twin, chainId: 5 })
    await made.service.happened({ kind: 'accounts', wallet: twin, accounts: [] })
    expect(await made.account.get()).toEqual(account)
    await made.service.happened({ kind: 'chain', wallet, chainId: 5 })
    expect(await made.account.get()).toEqual({ ...account, chainId: 5 })
  })

  test('comes before all others', async () => {
    const made = accountService()
    const tab = { tabId: 5, origin: 'https://shop.example' }
    expect((await made.service.offersOf(tab, 300)).map(({ tab: at, origin }) => [at, origin])).toEqual([
      [tab, tab.origin],
      [undefined, wallet.origin],
    ])
  })
})
