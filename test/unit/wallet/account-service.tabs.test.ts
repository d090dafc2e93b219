import { describe, expect, test } from 'vitest'
import type { Account } from '../../../lib/wallet/port.ts'
import { accountService, address, inTab, other, result, wallet } from './account-world.ts'

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
