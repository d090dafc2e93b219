import { describe, expect, test } from 'vitest'
import type { Account } from '../../../lib/wallet/port.ts'
import { accountService, address, other, result, wallet } from './account-world.ts'

const known: Account = { address: other, chainId: 1, wallet }
const switched = { requestId: 'id-1', kind: 'result', result: '0x7', wallet } as const
const refused = { requestId: 'id-1', kind: 'failure', failure: { code: 4001, message: 'no' } } as const

/** An account service whose wallet is asked to use chain 7 as `id-1`. */
async function asking() {
  const made = accountService(known)
  await made.service.useChain(7, null)
  return { ...made, waits: (...ids: readonly string[]) => Promise.all(ids.map(made.service.waitsFor)) }
}

describe('a wallet that is asked to use a chain', () => {
  test('is waited for until it answers', async () => {
    const { service, waits } = await asking()
    expect(await waits('id-1', 'id-2')).toEqual([true, false])
    await service.answered(switched)
    expect(await waits('id-1')).toEqual([false])
  })

  test.each([
    [
      'connecting anew',
      (made: ReturnType<typeof accountService>) => made.service.connect({ connector: 'page', id: null }),
    ],
    ['watching an address', (made: ReturnType<typeof accountService>) => made.service.watch(other)],
    ['disconnecting', (made: ReturnType<typeof accountService>) => made.service.disconnect()],
  ])('is not waited for after %s, and what it answers is nobody’s', async (_name, act) => {
    const made = await asking()
    await act(made)
    expect(await made.waits('id-1')).toEqual([false])
    const before = [await made.account.get(), made.told.length]
    expect(await made.service.answered(refused)).toBe(false)
    expect([await made.account.get(), made.told.length]).toEqual(before)
  })

  test('still lets a newer request for an account be waited for', async () => {
    const made = await asking()
    await made.service.connect({ connector: 'page', id: null })
    expect(await made.waits('id-1', 'id-2')).toEqual([false, true])
    await made.service.disconnect()
    expect(await made.waits('id-2')).toEqual([false])
  })

  test.each([
    ['another address', { ...known, address: address.toLowerCase() as `0x${string}` }],
    ['another wallet', { ...known, wallet: { ...wallet, id: 'other' } }],
    ['the wallet of another site', { ...known, wallet: { ...wallet, origin: 'https://elsewhere.example' } }],
  ])('says nothing of %s that took its place', async (_name, next) => {
    for (const answer of [switched, refused]) {
      const made = await asking()
      await made.account.set(next)
      expect(await made.service.answered(answer)).toBe(true)
      expect([await made.account.get(), made.told]).toEqual([next, []])
    }
  })

  test('is not waited for where it could not be asked', async () => {
    const made = accountService(known)
    made.fails.ask = new Error('no way')
    await expect(made.service.useChain(7, null)).rejects.toThrow('no way')
    expect(await made.service.waitsFor('id-1')).toBe(false)
  })
})

describe('letting go of a wallet', () => {
  test('does not wait until a wallet that sleeps was told', async () => {
    const made = accountService(known)
    made.fails.forget = new Promise(() => {})
    await made.service.disconnect()
    expect([await made.account.get(), made.forgotten]).toEqual([null, ['wallet']])
  })

  test('is done though the wallet cannot be told', async () => {
    const made = accountService(known)
    made.fails.forget = Promise.reject(new Error('gone'))
    await made.service.disconnect()
    await made.service.connect({ connector: 'page', id: null })
    await made.service.answered(result('id-1', [address]))
    expect((await made.account.get())?.address).toBe(address.toLowerCase())
  })
})

test('a chain that the wallet had to be asked to add counts as lacking until it was added', async () => {
  const made = accountService({ address: other, chainId: 1, wallet })
  made.said.eth_chainId = '0x1'
  await made.service.useChain(7, null)
  made.service.onAsking('id-1', 'wallet_addEthereumChain')
  await made.service.answered({ requestId: 'id-1', kind: 'failure', failure: { code: 4001, message: 'no' } })
  expect(await made.service.chainQuestions(7)).toEqual({ questions: ['addChain'], mayAskMore: true })
  expect(await made.service.chainQuestions(8)).toEqual({ questions: [], mayAskMore: true })
  await made.service.useChain(7, null)
  await made.service.answered({ requestId: 'id-2', kind: 'result', result: '0x7', wallet })
  expect(await made.service.chainQuestions(7)).toEqual({ questions: [], mayAskMore: true })
})

test('a chain on which the wallet was is not asked to be added, until the wallet is let go of', async () => {
  const made = accountService({ address: other, chainId: 1, wallet })
  const permissions = (...value: readonly string[]) => [
    {
      parentCapability: 'endowment:permitted-chains',
      caveats: [{ type: 'restrictNetworkSwitching', value }],
    },
  ]
  made.said.wallet_getPermissions = permissions('0x1')
  made.said.eth_chainId = '0x7'
  expect(await made.service.chainQuestions(7)).toEqual({ questions: [], mayAskMore: false })
  made.said.eth_chainId = '0x1'
  expect(await made.service.chainQuestions(7)).toEqual({ questions: ['useChain'], mayAskMore: false })
  expect(await made.service.chainQuestions(8)).toEqual({ questions: ['useChain'], mayAskMore: true })
  const known = await made.account.get()
  await made.service.disconnect()
  await made.account.set(known)
  expect(await made.service.chainQuestions(7)).toEqual({ questions: ['useChain'], mayAskMore: true })
})
