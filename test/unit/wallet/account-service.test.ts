import { describe, expect, test } from 'vitest'
import type { Account } from '../../../lib/wallet/port.ts'
import { accountService, address, other, result, wallet } from './account-world.ts'

describe('connecting', () => {
  test('asks for accounts and keeps the first in lower case', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: null })
    expect(made.asked.map(({ method, requestId }) => [method, requestId])).toEqual([
      ['eth_requestAccounts', 'id-1'],
    ])
    expect(await made.service.answered(result('id-1', [address]))).toBe(true)
    const account = { address: address.toLowerCase(), chainId: null, wallet }
    expect(await made.account.get()).toEqual(account)
    expect(made.told).toEqual([[account, null]])
  })

  test('an answer to an older request is nobody’s', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: null })
    await made.service.connect({ connector: 'page', id: null })
    expect(await made.service.answered(result('id-1', [address]))).toBe(false)
    expect(await made.account.get()).toBeNull()
    expect(await made.service.answered(result('id-2', [address]))).toBe(true)
  })

  test('a second answer to the same request is nobody’s', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: null })
    await made.service.answered(result('id-1', [address]))
    expect(await made.service.answered(result('id-1', [other]))).toBe(false)
    expect((await made.account.get())?.address).toBe(address.toLowerCase())
  })

  test.each([
    [
      'a refusal',
      { requestId: 'id-1', kind: 'failure', failure: { code: 4001, message: 'no' } },
      'walletRejected',
    ],
    ['no wallet there', { requestId: 'id-1', kind: 'unreached', reason: 'noWallet' }, 'walletNone'],
    ['a page that is gone', { requestId: 'id-1', kind: 'lost' }, 'walletGone'],
    ['no accounts', result('id-1', []), 'walletFailed'],
    ['something else', result('id-1', 'yes'), 'walletFailed'],
    ['an account that is none', result('id-1', ['0x12']), 'walletFailed'],
  ] as const)('%s changes nothing and is told', async (_, answer, code) => {
    const known = { address: other, chainId: 1, wallet } as const
    const made = accountService(known)
    await made.service.connect({ connector: 'page', id: null })
    await made.service.answered(answer)
    expect(await made.account.get()).toEqual(known)
    expect(made.told.map(([account, problem]) => [account, problem?.code])).toEqual([[known, code]])
  })

  test('disconnecting forgets the account and an open request', async () => {
    const made = accountService({ address: other, chainId: 1, wallet })
    await made.service.connect({ connector: 'page', id: null })
    await made.service.disconnect()
    expect(await made.account.get()).toBeNull()
    expect(made.forgotten).toEqual(['wallet'])
    expect(await made.service.answered(result('id-1', [address]))).toBe(false)
  })
})

describe('after the worker died', () => {
  test('the wallet is followed again; a line that was asked is asked by the same id, a page is not', async () => {
    const made = accountService({ address: other, chainId: 1, wallet })
    await made.service.connect({ connector: 'page', id: null })
    await made.service.resume()
    expect([made.followed, made.asked.length]).toEqual([[wallet.id], 1])
    await made.service.connect({ connector: 'extension', id: 'mm' })
    await made.service.resume()
    expect(made.asked.slice(1).map(({ requestId, wallet: asked }) => [requestId, asked?.id])).toEqual([
      ['id-2', 'mm'],
      ['id-2', 'mm'],
    ])
  })

  test('the last choice is remembered, also when it was let go', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: null })
    await made.service.answered(result('id-1', [address]))
    await made.service.disconnect()
    expect(await made.service.offers(300)).toMatchObject([{ id: wallet.id, isLast: true }])
    expect(made.followed).toEqual([wallet.id, null])
  })
})

describe('what the wallet says by itself', () => {
  const known: Account = { address: other, chainId: 1, wallet }

  const next = address.toLowerCase() as Account['address']
  const switchTo = (made: ReturnType<typeof accountService>, accounts: readonly string[]) =>
    made.service.happened({ kind: 'accounts', wallet, accounts })

  test('another account that has proven itself takes the place', async () => {
    const made = accountService(known, [next])
    await switchTo(made, [address])
    expect((await made.account.get())?.address).toBe(next)
    expect([made.offers, await made.service.offered()]).toEqual([[], null])
  })

  test('an account that has proven nothing is offered, and not followed', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    expect([await made.account.get(), made.told]).toEqual([known, []])
    expect(await made.service.offered()).toEqual({ ...known, address: next })
    expect(made.offers).toEqual([{ ...known, address: next }])
  })

  test('events are taken in one after the other: no offer outlives a switch back', async () => {
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

  test('an offered account that the user accepts takes the place, on the chain of now', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    await made.service.happened({ kind: 'chain', wallet, chainId: 31338 })
    await made.service.acceptOffered(next)
    expect(await made.account.get()).toEqual({ ...known, address: next, chainId: 31338 })
    expect(await made.service.offered()).toBeNull()
  })

  test('an offer that was replaced is not accepted in place of the one that was shown', async () => {
    const made = accountService(known)
    await switchTo(made, [address])
    await switchTo(made, [`0x${'0c'.repeat(20)}`])
    await expect(made.service.acceptOffered(next)).rejects.toMatchObject({
      data: { code: 'walletWrongAccount' },
    })
    expect(await made.account.get()).toEqual(known)
  })

  test.each<[string, (made: ReturnType<typeof accountService>) => Promise<void>]>([
    ['the user keeps their account', (made) => made.service.keepAccount()],
    ['the wallet switches back', (made) => switchTo(made, [other])],
    ['the wallet has no account left', (made) => switchTo(made, [])],
    ['the user disconnects', (made) => made.service.disconnect()],
    ['the user watches an address', (made) => made.service.watch(next)],
  ])('an offer is over when %s', async (_what, act) => {
    const made = accountService(known)
    await switchTo(made, [address])
    await act(made)
    expect(await made.service.offered()).toBeNull()
    expect(made.offers.at(-1)).toBeNull()
  })

  test('a wallet that names no account any more is locked, not disconnected, and is back with the same account', async () => {
    const made = accountService(known)
    await switchTo(made, [])
    await switchTo(made, [])
    expect(await made.account.get()).toEqual({ ...known, isLocked: true })
    await switchTo(made, [other])
    expect(await made.account.get()).toEqual(known)
    expect(made.told).toEqual([
      [{ ...known, isLocked: true }, null],
      [known, null],
    ])
  })

  test('a locked wallet that comes back with an account that has proven nothing offers it', async () => {
    const made = accountService(known)
    await switchTo(made, [])
    await switchTo(made, [address])
    expect(await made.account.get()).toEqual({ ...known, isLocked: true })
    expect(await made.service.offered()).toEqual({ ...known, address: next })
  })

  test('the same account again is no news', async () => {
    const made = accountService(known)
    await made.service.happened({ kind: 'accounts', wallet, accounts: [other] })
    expect(made.told).toEqual([])
  })

  test('another chain is kept', async () => {
    const made = accountService(known)
    await made.service.happened({ kind: 'chain', wallet, chainId: 31338 })
    expect((await made.account.get())?.chainId).toBe(31338)
  })

  test('a closed page does not disconnect', async () => {
    const made = accountService(known)
    await made.service.happened({ kind: 'disconnect', wallet })
    expect(await made.account.get()).toEqual(known)
  })

  test('another wallet has no say', async () => {
    const made = accountService(known)
    await made.service.happened({ kind: 'accounts', wallet: { ...wallet, id: 'evil' }, accounts: [address] })
    expect(await made.account.get()).toEqual(known)
  })
})

describe('watching', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test('works for a pasted address without asking anybody', async () => {
    const made = accountService()
    await made.service.watch(` ${checksummed} `)
    const account = { address: checksummed.toLowerCase(), chainId: null, wallet: null }
    expect(await made.account.get()).toEqual(account)
    expect(made.told).toEqual([[account, null]])
    await made.service.resume()
    expect(made.asked).toEqual([])
    expect(made.followed).toEqual([null])
  })

  test('what a wallet says meanwhile, or was asked before, counts for nothing', async () => {
    const made = accountService()
    await made.service.connect({ connector: 'page', id: null })
    await made.service.watch(checksummed)
    expect(await made.service.answered(result('id-1', [address]))).toBe(false)
    await made.service.happened({ kind: 'accounts', wallet, accounts: [address] })
    expect((await made.account.get())?.address).toBe(checksummed.toLowerCase())
  })

  test('ends with disconnecting, which tells no wallet', async () => {
    const made = accountService()
    await made.service.watch(checksummed)
    await made.service.disconnect()
    expect(await made.account.get()).toBeNull()
    expect(made.forgotten).toEqual([])
  })

  test.each([
    ['a text', 'vitalik.eth'],
    ['half an address', checksummed.slice(0, 30)],
    ['a wrong checksum', checksummed.replace('5aA', '5Aa')],
    ['nobody', `0x${'0'.repeat(40)}`],
    ['the native asset', `0x${'e'.repeat(40)}`],
  ])('refuses %s', async (_name, text) => {
    const made = accountService()
    await expect(made.service.watch(text)).rejects.toMatchObject({ data: { code: 'addressInvalid' } })
    expect(made.told).toEqual([])
  })
})

describe('a chain the wallet is to use', () => {
  const known: Account = { address: other, chainId: 1, wallet }
  const add = { chainId: '0x7' }

  test('is looked up in what the wallet says of itself; without a wallet nobody says', async () => {
    const made = accountService(known)
    expect(await made.service.chainQuestions(7)).toEqual({ questions: [], mayAskMore: true })
    made.said.eth_chainId = '0x7'
    expect(await made.service.chainQuestions(7)).toEqual({ questions: [], mayAskMore: false })
    expect(await accountService({ ...known, wallet: null }).service.chainQuestions(7)).toBeNull()
    expect(made.asked).toEqual([])
  })

  test('is asked for without any money in the request, and the account is on it then', async () => {
    const made = accountService(known)
    await made.service.useChain(7, add)
    const [request] = made.asked
    expect(request).toEqual({
      requestId: 'id-1',
      method: 'eth_chainId',
      params: [],
      wallet,
      account: other,
      chain: { chainId: 7, add },
    })
    expect(await made.service.answered({ requestId: 'id-1', kind: 'result', result: '0x7', wallet })).toBe(
      true,
    )
    expect(made.told).toEqual([[{ ...known, chainId: 7 }, null]])
    expect(await made.service.answered({ requestId: 'id-1', kind: 'result', result: '0x7', wallet })).toBe(
      false,
    )
  })

  test('that is refused leaves the account as it was, and says so', async () => {
    const made = accountService(known)
    await made.service.useChain(7, null)
    await made.service.answered({
      requestId: 'id-1',
      kind: 'failure',
      failure: { code: 4001, message: 'no' },
    })
    expect(made.told).toMatchObject([[known, { code: 'walletRejected' }]])
    expect(await made.account.get()).toEqual(known)
  })

  test('needs a wallet', async () => {
    await expect(accountService().service.useChain(7, null)).rejects.toThrow('walletNotConnected')
  })
})
