import { describe, expect, test } from 'vitest'
import type { Account, WalletAnswer } from '../../../lib/wallet/port.ts'
import { accountService, address, anyPage, type Made, other, result, wallet } from './account-world.ts'

const known: Account = { address: other, chainId: 1, wallet }
const switched = { requestId: 'id-1', kind: 'result', result: '0x7', wallet } as const
const refused = { requestId: 'id-1', kind: 'failure', failure: { code: 4001, message: 'no' } } as const

/** An account service with an open request `id-1` to its wallet for chain 7. */
async function requesting() {
  const made = accountService(known)
  await made.service.useChain(7, null)
  return { ...made, waits: (...ids: readonly string[]) => Promise.all(ids.map(made.service.waitsFor)) }
}

describe('a request to use a chain', () => {
  test('contains no money method, and the account is on the chain afterwards', async () => {
    const made = await requesting()
    const request = { requestId: 'id-1', method: 'eth_chainId', params: [], wallet, account: other }
    expect(made.requested).toEqual([{ ...request, chain: { chainId: 7, add: null } }])
    expect(await made.service.applyAnswer(switched)).toBe(true)
    expect(made.reports).toEqual([[{ ...known, chainId: 7 }, null]])
    expect(await made.service.applyAnswer(switched)).toBe(false)
  })

  test('leaves the account unchanged after a refusal, and reports it apart from the account', async () => {
    const made = await requesting()
    await made.service.applyAnswer(refused)
    expect(made.reports).toEqual([])
    expect(made.refusals).toMatchObject([{ code: 'walletRejected' }])
    expect(await made.account.get()).toEqual(known)
  })

  test('needs a wallet', async () => {
    await expect(accountService().service.useChain(7, null)).rejects.toThrow('walletNotConnected')
  })

  test.each([
    ['connecting again', (made: Made) => made.service.connect(anyPage)],
    ['watching an address', (made: Made) => made.service.watch(other)],
    ['disconnecting', (made: Made) => made.service.disconnect()],
  ])('is no longer waited for after %s, and its late answer is ignored', async (_name, act) => {
    const made = await requesting()
    await act(made)
    expect(await made.waits('id-1')).toEqual([false])
    const before = [await made.account.get(), made.reports.length]
    expect(await made.service.applyAnswer(refused)).toBe(false)
    expect([await made.account.get(), made.reports.length]).toEqual(before)
    expect(made.refusals).toEqual([])
  })

  test('does not stop the wait for a newer request for an account', async () => {
    const made = await requesting()
    await made.service.connect(anyPage)
    expect(await made.waits('id-1', 'id-2')).toEqual([false, true])
    await made.service.disconnect()
    expect(await made.waits('id-2')).toEqual([false])
  })

  test.each([
    ['another address', { ...known, address: address.toLowerCase() as `0x${string}` }],
    ['another wallet', { ...known, wallet: { ...wallet, id: 'other' } }],
    ['the wallet of another site', { ...known, wallet: { ...wallet, origin: 'https://elsewhere.example' } }],
  ])('changes nothing of %s that replaced its account', async (_name, next) => {
    for (const answer of [switched, refused]) {
      const made = await requesting()
      await made.account.set(next)
      expect(await made.service.applyAnswer(answer)).toBe(true)
      expect([await made.account.get(), made.reports, made.refusals]).toEqual([next, [], []])
    }
  })
})

describe('disconnecting a wallet', () => {
  test('does not wait for a sleeping wallet', async () => {
    const made = accountService(known)
    made.fails.forget = new Promise(() => {})
    await made.service.disconnect()
    expect([await made.account.get(), made.forgotten]).toEqual([null, ['wallet']])
  })

  test('succeeds although the wallet cannot be reached', async () => {
    const made = accountService(known)
    made.fails.forget = Promise.reject(new Error('gone'))
    await made.service.disconnect()
    await made.service.connect(anyPage)
    await made.service.applyAnswer(result('id-1', [address]))
    expect((await made.account.get())?.address).toBe(address.toLowerCase())
  })
})

describe("the connected wallet's chain", () => {
  test.each([
    ['reported as text', '0x7', 7],
    ['reported as a number', 7, 7],
    ['not reported', undefined, 1],
    ['malformed', 'seven', 1],
  ])('is read without a prompt: %s', async (_what, said, chainId) => {
    const made = accountService(known)
    made.said.eth_chainId = said
    await made.service.refreshChain()
    expect((await made.account.get())?.chainId).toBe(chainId)
    expect(made.requested).toEqual([])
  })

  test('is reported only if it changed', async () => {
    const made = accountService(known)
    made.said.eth_chainId = '0x1'
    await made.service.refreshChain()
    expect(made.reports).toEqual([])
  })

  test('is not read for a watched account', async () => {
    const made = accountService({ ...known, wallet: null })
    made.said.eth_chainId = '0x7'
    await made.service.refreshChain()
    expect((await made.account.get())?.chainId).toBe(1)
  })
})

const asset = { type: 'ERC20', options: { address: other, symbol: 'USDC', decimals: 6 } }
const chain = { chainId: 7, add: null }
const answers = (answer: object) => ({ requestId: 'id-1', ...answer }) as WalletAnswer
const turn = () => new Promise((done) => setImmediate(done))

/** An account service with an open token request `id-1` to its wallet. */
async function requestingToken() {
  const made = accountService(known)
  const added = made.service.addToken(asset, chain)
  const code = added.then(
    (is) => is,
    (thrown: { data?: { code: string } }) => thrown.data?.code,
  )
  await turn()
  return { ...made, code }
}

describe('a request to list a token', () => {
  test('is one wallet request with the account and its chain, and is waited for', async () => {
    const { service, requested, code } = await requestingToken()
    expect(requested).toEqual([
      { requestId: 'id-1', wallet, method: 'wallet_watchAsset', params: [asset], account: other, chain },
    ])
    expect(await service.waitsFor('id-1')).toBe(true)
    expect(await service.applyAnswer(answers({ kind: 'result', result: true, wallet }))).toBe(true)
    expect(await code).toBe(true)
    expect(await service.waitsFor('id-1')).toBe(false)
  })

  test.each<[string, object, unknown]>([
    ['says that it does not', { kind: 'result', result: false, wallet }, false],
    ['says nothing that can be told', { kind: 'result', result: 'yes', wallet }, false],
    [
      'gets a rejection by its user',
      { kind: 'failure', failure: { code: 4001, message: 'no' } },
      'walletRejected',
    ],
    ['does not know it', { kind: 'failure', failure: { code: -32601, message: 'no' } }, 'walletUnsupported'],
    ['is lost sight of', { kind: 'lost' }, 'walletGone'],
    ['has another account', { kind: 'unreached', reason: 'wrongAccount' }, 'walletWrongAccount'],
  ])('%s', async (_what, answer, said) => {
    const { service, account, reports: reported, code } = await requestingToken()
    expect(await service.applyAnswer(answers(answer))).toBe(true)
    expect(await code).toBe(said)
    // Whatever the answer, the account does not change.
    expect([await account.get(), reported]).toEqual([known, []])
  })

  test('fails for a watched address', async () => {
    const { service, requested } = accountService({ ...known, wallet: null })
    await expect(service.addToken(asset, chain)).rejects.toThrow('walletNotConnected')
    expect(requested).toEqual([])
  })

  test('is not waited for when it could not be sent', async () => {
    const { service, fails } = accountService(known)
    fails.request = new Error('no way')
    await expect(service.addToken(asset, chain)).rejects.toThrow('no way')
    expect(await service.waitsFor('id-1')).toBe(false)
  })
})
