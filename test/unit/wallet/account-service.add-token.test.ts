import { describe, expect, test } from 'vitest'
import type { Account, WalletAnswer } from '../../../lib/wallet/port.ts'
import { accountService, other, wallet } from './account-world.ts'

const known: Account = { address: other, chainId: 1, wallet }
const asset = { type: 'ERC20', options: { address: other, symbol: 'USDC', decimals: 6 } }
const chain = { chainId: 7, add: null }
const answers = (answer: object) => ({ requestId: 'id-1', ...answer }) as WalletAnswer
const turn = () => new Promise((done) => setImmediate(done))

/** An account service with an open token request `id-1` to its wallet. */
async function requesting() {
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
    const { service, requested, code } = await requesting()
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
    ['is told no by its user', { kind: 'failure', failure: { code: 4001, message: 'no' } }, 'walletRejected'],
    [
      'does not know it',
      { kind: 'failure', failure: { code: -32601, message: 'no method' } },
      'walletUnsupported',
    ],
    ['is lost sight of', { kind: 'lost' }, 'walletGone'],
    ['has another account', { kind: 'unreached', reason: 'wrongAccount' }, 'walletWrongAccount'],
  ])('%s', async (_what, answer, said) => {
    const { service, account, reports: reported, code } = await requesting()
    expect(await service.applyAnswer(answers(answer))).toBe(true)
    expect(await code).toBe(said)
    // Whatever the answer, the account does not change.
    expect([await account.get(), reported]).toEqual([known, []])
  })

  test('fails for a watched address', async () => {
    const { service, requested } = accountService({ ...known, wallet: null })
    await expect(service.addToken(asset, chain)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(requested).toEqual([])
  })

  test('is not waited for when it could not be sent', async () => {
    const { service, fails } = accountService(known)
    fails.request = new Error('no way')
    await expect(service.addToken(asset, chain)).rejects.toThrow('no way')
    expect(await service.waitsFor('id-1')).toBe(false)
  })
})
